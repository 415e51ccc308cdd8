/* Recorded tests for C: takes a file of `check.*` tests apart into programs to compile and what to compare. No function
   exits or throws; several threads may read files at once. */
#ifndef DET_C_CHECK_H
#define DET_C_CHECK_H

#include "det-c/Compiler.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the values of a test are compared. NaN equals NaN, whatever its payload; complex numbers go by their parts. */
typedef enum DetCheckKind {
  DET_CHECK_EQUAL,  /* the same bits */
  DET_CHECK_ALMOST, /* `tolerance`, absolute or relative to the expected value */
  DET_CHECK_ULPS,   /* from `minUlps` to `maxUlps` steps between neighbouring values */
  DET_CHECK_PRINT   /* nothing to compare: the value is printed */
} DetCheckKind;

/* Check number i of a program compares its results `check<i>.computed` and `check<i>.expected`; a print has only the
   first. */
typedef struct DetCheck {
  DetCheckKind kind;
  double tolerance;
  uint64_t minUlps, maxUlps;
} DetCheck;

/* One test: a function without arguments that states what it expects. */
typedef struct DetCheckCase {
  const char *function; /* its name; "" where a module could not be read at all */
  const char *refusal;  /* why there is no program; NULL if there is one */
  const char *program;  /* text for detCompile: its results are the values to compare */
  size_t programSize;
  const char *doubt; /* why the test says nothing about det where it does not hold: a property of NaNs that det has not; NULL for most */
  int jumps;         /* whether values of the program may jump, so that how far they move with its constants says nothing of roundings */
  const DetCheck *checks;
  size_t checkCount;
} DetCheckCase;

typedef struct DetCheckFile DetCheckFile;

/* Reads `size` bytes of text; `name` is for messages. Modules are separated by lines that start with `// -----`. Every
   function that takes nothing and that no other function refers to is a case. NULL only if memory is short. */
DetCheckFile *detCheckFileRead(const char *text, size_t size, const char *name);
size_t detCheckFileCount(const DetCheckFile *file);
/* Valid until the file is freed. */
const DetCheckCase *detCheckFileCase(const DetCheckFile *file, size_t index);
void detCheckFileFree(DetCheckFile *file); /* NULL is allowed */

/* The same program in wider floats, to tell which of two values is off. Where `element`, the type of the values to judge ("f32"), is
   narrower than f64, `text` is a case's program, its floats become f64, and *out is text for detOrderedText. Where it is "f64",
   `text` is an ordered graph, its floats become f80, and *out is text for detReferenceCreate; a result of f80 is 16 bytes an
   element, as a C compiler stores it on x86-64. `sample` 0 keeps the constants; 1, 2, ... move each by one step of `element`, up or
   down, each number in another way. 0 on success; otherwise -1, and *error says which operation has no meaning in wider floats. */
int detCheckWiden(const char *text, size_t size, const char *name, const char *element, unsigned sample, DetBuffer *out,
                  DetBuffer *error);

#ifdef __cplusplus
}
#endif

#endif /* DET_C_CHECK_H */
