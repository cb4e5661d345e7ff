void add(int amount);
int get_total(void);
