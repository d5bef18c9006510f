// Texts do not travel in the program (core/embedded.hpp), which is loaded before anything can be played: the page gives
// each when it is asked for first.
#include "core/embedded.hpp"

#include <emscripten.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

// The text of a file of the repository, which belongs to whoever asks; nothing where there is no such file.
// clang-format off
EM_JS(char*, page_text, (const char* path), {
    const text = Module.text(UTF8ToString(path));
    return text === null ? 0 : allocateUTF8(text);
});
// clang-format on

namespace touchline {

// Those of the page itself, which it has.
std::span<const EmbeddedFile> embedded_files() { return {}; }

std::optional<std::string_view> embedded(std::string_view path) {
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    static std::map<std::string, std::unique_ptr<char, Free>, std::less<>> given;
    auto at = given.find(path);
    if (at == given.end()) at = given.emplace(path, page_text(std::string(path).c_str())).first;
    if (!at->second) return std::nullopt;
    return at->second.get();
}

} // namespace touchline
