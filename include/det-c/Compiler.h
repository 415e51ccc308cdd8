/* The compiler for C: StableHLO or det text -> artifact bytes. No function exits or throws; there is no global state,
   several threads may compile at once. */
#ifndef DET_C_COMPILER_H
#define DET_C_COMPILER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that the compiler made; free them with detBufferFree. Empty: data == NULL, size == 0. */
typedef struct DetBuffer {
  char *data; /* followed by a zero byte, so that a message is a C string */
  size_t size;
} DetBuffer;

/* What a user chooses. A zeroed struct is valid; NULL and "" mean the default of a field. */
typedef struct DetCompileOptions {
  const char *name;          /* of the text, for messages */
  const char *target;        /* "host" or "cuda" */
  const char *mesh;          /* "data=4,model=2"; default: the mesh in the text, or one rank */
  const char *const *shards; /* "tokens=[{data}]": glob over names and axes per dim; the last match wins */
  size_t shardCount;
  const char *level;  /* "mesh_to_mesh", or with lower levels for metrics: "mesh_to_mesh,loss=not_guaranteed" */
  const char *recipe; /* "k_leaf_min=16,k_leaf_max=16" */
  const char *isa;    /* "v3" or "v4": kernels for this instruction set alone; default: for both */
  const char *const *chips; /* "sm_90": GPUs that kernels are assembled for; "none": their text alone; default: sm_80, sm_90, sm_100 */
  size_t chipCount;
  const char *ptxas; /* path of the assembler for GPUs; default: the one on PATH, or of a CUDA package */
  const char *pins;  /* the text of a pin file, for "cuda" and the one chip that it is for; default: no product is pinned */
  const char *pinsName; /* of that file, for messages */
  const char *fuseAttention; /* for "cuda": "on" where it is thought faster, "off", or "always" where a block has the memory; default: "on" */
} DetCompileOptions;

/* Compiles `size` bytes of text. `options` may be NULL. 0 on success: *out holds the artifact. Otherwise -1, and *error
   holds a message of one or more lines: location, operation, what is wrong and what to do. The other buffer is empty. */
int detCompile(const char *text, size_t size, const DetCompileOptions *options, DetBuffer *out, DetBuffer *error);

/* The ordered graph as text, without a mesh or a target: what the reference interpreter reads. As detCompile. */
int detOrderedText(const char *text, size_t size, const DetCompileOptions *options, DetBuffer *out, DetBuffer *error);

/* Frees a buffer and makes it empty. NULL and empty buffers are allowed. */
void detBufferFree(DetBuffer *buffer);

#ifdef __cplusplus
}
#endif

#endif /* DET_C_COMPILER_H */
