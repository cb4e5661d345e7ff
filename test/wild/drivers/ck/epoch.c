/* Epochs used correctly: no thread frees what a section may still see. */
#define GRACE ck_epoch_synchronize(&records[1])
#include "epoch.h"
