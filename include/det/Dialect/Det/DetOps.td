// All ops of the det dialect.
include "det/Dialect/Det/DetElementwiseOps.td"
include "det/Dialect/Det/DetMovementOps.td"
include "det/Dialect/Det/DetReductionOps.td"
include "det/Dialect/Det/DetControlOps.td"
include "det/Dialect/Det/DetPlacementOps.td"
