// A worker's end, once its runner has gone.
#ifndef SX_LIFELINE_H
#define SX_LIFELINE_H

#include <stdbool.h>

// From now on the process ends when the other end of a pipe has been closed everywhere, and with it all
// that it has started, where it leads its process group. False where there is no thread to wait for that.
bool sx_hold_lifeline(int descriptor);

#endif
