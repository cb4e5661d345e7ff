// inputs: 0 1 1 1 2 0 1 1 3 0 0 0
// expect: bc 1
// expect: d 0
// expect: end
// inputs: 1
// expect: 2
// Entries of a directory: names and kinds come from the environment, until it says that there are no more.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  DIR *folder = opendir("somewhere");
  if (folder == NULL) {
    printf("%d\n", errno);
    return 0;
  }
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) printf("%s %d\n", entry->d_name, entry->d_type == DT_DIR);
  printf("end\n");
  return closedir(folder);
}
