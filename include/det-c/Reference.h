/* The reference interpreter for C: runs the text of an ordered det graph. No function exits or throws. */
#ifndef DET_C_REFERENCE_H
#define DET_C_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parsed and prepared graph. Several threads may run one at once. */
typedef struct DetReference DetReference;

/* Parses and prepares `size` bytes of text. NULL on failure: then *error is a message to give to detReferenceFreeError. */
DetReference *detReferenceCreate(const char *text, size_t size, char **error);

/* The same; a loop that runs more than `maxTripCount` times (2^31 above) ends a run with an error. */
DetReference *detReferenceCreateLimited(const char *text, size_t size, int64_t maxTripCount, char **error);

/* The number of arguments and results of the graph. */
int64_t detReferenceInputCount(const DetReference *reference);
int64_t detReferenceOutputCount(const DetReference *reference);

/* Bytes of an argument or result: elements row-major, booleans one byte each. */
int64_t detReferenceInputSize(const DetReference *reference, int64_t index);
int64_t detReferenceOutputSize(const DetReference *reference, int64_t index);

/* Runs once: reads inputs[i] and writes outputs[i], of the sizes above. 0 on success; otherwise -1, and *error is a
   message to give to detReferenceFreeError. */
int detReferenceRun(const DetReference *reference, const void *const *inputs, void *const *outputs, char **error);

/* Frees a message, or a graph; NULL is allowed. */
void detReferenceFreeError(char *error);
void detReferenceFree(DetReference *reference);

#ifdef __cplusplus
}
#endif

#endif /* DET_C_REFERENCE_H */
