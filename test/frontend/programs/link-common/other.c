int counter;
int table[10];
char name[8];
double initialised = 2.5;

int other(void) {
  counter++;
  table[9] = table[3] * 2;
  name[0]++;
  return table[9] + (int)(sizeof table / sizeof *table);
}
