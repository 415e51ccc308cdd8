// The generated part of the ops, in a file of its own: it is slow to compile and never changes by hand.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#define GET_OP_CLASSES
#include "det/Dialect/Det/DetOps.cpp.inc"
