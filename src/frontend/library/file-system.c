/* The file system: whether an operation on a path succeeds, and what a file looks like, are inputs (all zero: success). Nothing is
 * remembered: two questions about one file may have different answers, as if another process had changed it in between. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Succeeds or fails as the environment says. */
int truncate(const char *path, off_t length) {
  (void)length;
  return __rvl_file_operation(path, __rvl_input(1, "truncate fails"));
}

/* Succeeds or fails as the environment says. */
int access(const char *path, int mode) {
  (void)mode;
  return __rvl_file_operation(path, __rvl_input(1, "access fails"));
}

/* Succeeds or fails as the environment says. */
int unlink(const char *path) {
  return __rvl_file_operation(path, __rvl_input(1, "unlink fails"));
}

/* Succeeds or fails as the environment says. */
int remove(const char *path) {
  return __rvl_file_operation(path, __rvl_input(1, "remove fails"));
}

/* Succeeds or fails as the environment says. */
int rename(const char *from, const char *to) {
  __rvl_length(from);
  return __rvl_file_operation(to, __rvl_input(1, "rename fails"));
}

/* Succeeds or fails as the environment says. */
int mkdir(const char *path, mode_t mode) {
  (void)mode;
  return __rvl_file_operation(path, __rvl_input(1, "mkdir fails"));
}

/* Succeeds or fails as the environment says. */
int rmdir(const char *path) {
  return __rvl_file_operation(path, __rvl_input(1, "rmdir fails"));
}

/* Succeeds or fails as the environment says. */
int chdir(const char *path) {
  return __rvl_file_operation(path, __rvl_input(1, "chdir fails"));
}

/* Succeeds or fails as the environment says. */
int chmod(const char *path, mode_t mode) {
  (void)mode;
  return __rvl_file_operation(path, __rvl_input(1, "chmod fails"));
}

/* Succeeds or fails as the environment says. */
int fchmod(int descriptor, mode_t mode) {
  (void)mode;
  return __rvl_descriptor_operation(descriptor, __rvl_input(1, "fchmod fails"));
}

/* No effect; returns the usual 022. */
mode_t umask(mode_t mode) {
  (void)mode;
  return 022;
}

/* Kind, size, owner and times of a file are inputs. */
static void describe(struct stat *to) {
  struct stat file = {0};
  file.st_dev = __rvl_input(16, "st_dev");
  file.st_ino = (ino_t)__rvl_input(32, "st_ino");
  file.st_mode = (mode_t)__rvl_input(16, "st_mode");
  file.st_nlink = (nlink_t)__rvl_input(16, "st_nlink");
  file.st_uid = (uid_t)__rvl_input(16, "st_uid");
  file.st_gid = (gid_t)__rvl_input(16, "st_gid");
  file.st_size = (off_t)__rvl_input(31, "st_size");
  file.st_blksize = 4096;
  file.st_blocks = (blkcnt_t)__rvl_input(31, "st_blocks");
  file.st_atim.tv_sec = (time_t)__rvl_input(31, "st_atime");
  file.st_mtim.tv_sec = (time_t)__rvl_input(31, "st_mtime");
  file.st_ctim.tv_sec = (time_t)__rvl_input(31, "st_ctime");
  __rvl_move(to, &file, sizeof file);
}

static int describe_path(const char *path, struct stat *to) {
  if (__rvl_file_operation(path, __rvl_input(1, "stat fails"))) return -1;
  describe(to);
  return 0;
}

/* Whether the file is there, its kind, size, owner and times are inputs. */
int stat(const char *restrict path, struct stat *restrict to) {
  return describe_path(path, to);
}

/* As stat. */
int lstat(const char *restrict path, struct stat *restrict to) {
  return describe_path(path, to);
}

/* As stat, for an open descriptor. */
int fstat(int descriptor, struct stat *to) {
  if (__rvl_descriptor_operation(descriptor, __rvl_input(1, "fstat fails"))) return -1;
  describe(to);
  return 0;
}

/* As stat, for text preprocessed with an old glibc. */
int __xstat(int version, const char *path, struct stat *to) {
  (void)version;
  return describe_path(path, to);
}

/* As fstat, for text preprocessed with an old glibc. */
int __fxstat(int version, int descriptor, struct stat *to) {
  (void)version;
  if (__rvl_descriptor_operation(descriptor, __rvl_input(1, "fstat fails"))) return -1;
  describe(to);
  return 0;
}
