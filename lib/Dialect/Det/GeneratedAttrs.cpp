// The generated part of enums and interfaces.
#include "det/Dialect/Det/Det.h"

#include "det/Dialect/Det/DetEnums.cpp.inc"
#include "det/Dialect/Det/DetInterfaces.cpp.inc"
