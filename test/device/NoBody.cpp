// A body that does nothing: kernels that call one then stand on their own feet, for the lint and the assembler.
#include <stdint.h>

extern "C" void det_body(void *const *, const int64_t *, int64_t, int64_t, void *) {}
