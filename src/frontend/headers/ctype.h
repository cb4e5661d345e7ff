#ifndef _CTYPE_H
#define _CTYPE_H

#include <features.h>

int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);

#ifdef __USE_MISC
int isascii(int);
int toascii(int);
#define _tolower(c) ((int)(c) + ('a' - 'A'))
#define _toupper(c) ((int)(c) - ('a' - 'A'))
#endif

#endif
