void count(int *next, int *out);
void leave(int at, const int *in);
