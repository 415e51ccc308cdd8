// Comments of PTX.
#ifndef DET_PTXSIM_COMMENTS_H
#define DET_PTXSIM_COMMENTS_H

#include <string>
#include <string_view>

namespace det::ptx {

/// The text with comments blanked; lines stay where they are.
std::string withoutComments(std::string_view source);

} // namespace det::ptx

#endif // DET_PTXSIM_COMMENTS_H
