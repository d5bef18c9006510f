// What is sent over HTTP: bytes, their compressed form, their hash. Made once, shared by all who ask.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace touchline::server {

struct Content {
    std::string owned{}; // where `plain` points, unless that lies in the binary
    std::string_view plain{};
    std::string owned_gzip{};
    std::string_view gzip{}; // empty: not worth it
    std::string etag{};
};

using SharedContent = std::shared_ptr<const Content>;

enum class Lasting { fixed, passing };

// A text made for the moment (passing) is neither compressed nor hashed unless it is long.
[[nodiscard]] SharedContent content_of(std::string text, Lasting lasting);
[[nodiscard]] std::string gzip(std::string_view plain);

// A file of the built page.
struct PageFile {
    std::string_view type;
    bool immutable = false;
    SharedContent content{};
};

// The page that travels in the binary.
class Page {
public:
    Page();
    // By its path ("/", "/assets/…"); paths of the page's own addresses give index.html. Null where there is none.
    [[nodiscard]] const PageFile* find(std::string_view path) const;
    // index.html with more in its head.
    [[nodiscard]] SharedContent with_head(std::string_view head) const;

private:
    std::map<std::string, PageFile, std::less<>> files_;
};

} // namespace touchline::server
