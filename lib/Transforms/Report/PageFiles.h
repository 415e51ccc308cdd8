// The files of the page as texts; defined by what Embed.cmake makes of them.
#ifndef DET_LIB_TRANSFORMS_REPORT_PAGEFILES_H
#define DET_LIB_TRANSFORMS_REPORT_PAGEFILES_H

namespace det::page {

extern const char *const report_html;
extern const char *const report_css;
extern const char *const basics_js;
extern const char *const tree_js;
extern const char *const graph_js;
extern const char *const report_js;

} // namespace det::page

#endif // DET_LIB_TRANSFORMS_REPORT_PAGEFILES_H
