// Hashes content, and serves the page that is embedded in the binary.
#include "server/content.hpp"

#include "core/embedded.hpp"
#include "core/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace touchline::server {

namespace {

constexpr std::size_t kWorthGzip = 1024;
constexpr std::string_view kFolder = "web/dist/";

// What a build without the page says of itself.
constexpr std::string_view kNoPage =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Touchline</title>"
    "<p>This build of Touchline has no page in it; build it with <code>make build</code>. "
    "The API is at <a href=\"/api/games\">/api/games</a>.</p></html>\n";

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
}};

std::string_view type_of(std::string_view path) {
    for (const auto& [ending, type] : kTypes)
        if (path.ends_with(ending)) return type;
    return "application/octet-stream";
}

std::string etag_of(std::string_view plain) { return fmt::format("\"{:016x}\"", fnv(plain)); }

bool compressed_already(std::string_view path) {
    return path.ends_with(".png") || path.ends_with(".woff2") || path.ends_with(".ico");
}

} // namespace

SharedContent content_of(std::string text, Lasting lasting) {
    auto content = std::make_shared<Content>();
    content->owned = std::move(text);
    content->plain = content->owned;
    if (lasting == Lasting::fixed) content->etag = etag_of(content->plain);
    if (content->plain.size() >= (lasting == Lasting::fixed ? kWorthGzip : 16 * kWorthGzip))
        content->owned_gzip = gzip(content->plain);
    content->gzip = content->owned_gzip;
    return content;
}

Page::Page() {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(kFolder) || file.path.ends_with(".gz") || file.path.ends_with("/.built")) continue;
        auto content = std::make_shared<Content>();
        content->plain = file.content;
        content->etag = etag_of(file.content);
        if (const auto beside = embedded(std::string(file.path) + ".gz")) {
            content->gzip = *beside;
        } else if (file.content.size() >= kWorthGzip && !compressed_already(file.path)) {
            content->owned_gzip = server::gzip(file.content);
            content->gzip = content->owned_gzip;
        }
        const std::string path = "/" + std::string(file.path.substr(kFolder.size()));
        files_.emplace(path, PageFile{type_of(path), path.starts_with("/assets/"), std::move(content)});
    }
    if (!files_.contains("/index.html"))
        files_.emplace("/index.html",
                       PageFile{type_of(".html"), false, content_of(std::string(kNoPage), Lasting::fixed)});
}

const PageFile* Page::find(std::string_view path) const {
    const bool own_address = path == "/" || path == "/r" || path == "/mine" || path == "/p" ||
                             path.starts_with("/p/") || path.starts_with("/t/") || path.starts_with("/g/") ||
                             path.starts_with("/r/");
    const auto at = files_.find(own_address ? std::string_view("/index.html") : path);
    return at == files_.end() ? nullptr : &at->second;
}

SharedContent Page::with_head(std::string_view head) const {
    const std::string_view index = files_.at("/index.html").content->plain;
    const std::size_t end = std::min(index.find("</head>"), index.size());
    return content_of(fmt::format("{}{}{}", index.substr(0, end), head, index.substr(end)), Lasting::passing);
}

} // namespace touchline::server
