// Reading what people type of their dice: in order, or in any order that cannot be confused.
#include "terminal/companion.hpp"

#include "terminal/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace touchline::terminal {

namespace {

constexpr std::size_t kLongestFace = 5; // words
constexpr std::size_t kMostWords = 64;

// Capital letters and figures alone; the arrow of "TD>" counts.
std::string normal(std::string_view text) {
    std::string out;
    for (char c : ascii(text))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '>')
            out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

bool figures(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// The words, "10*3" written out.
std::vector<std::string> words_of(std::string_view typed) {
    std::vector<std::string> words;
    std::string word;
    const auto flush = [&] {
        if (word.empty()) return;
        const std::size_t star = word.find('*');
        int times = 1;
        if (star != std::string::npos && figures(std::string_view(word).substr(star + 1)) && word.size() - star <= 3) {
            times = std::stoi(word.substr(star + 1));
            word.resize(star);
        }
        for (int i = 0; i < times && words.size() < kMostWords; ++i)
            if (!normal(word).empty()) words.push_back(normal(word));
        word.clear();
    };
    for (char c : typed) {
        if (std::string_view(" \t,;|/+_\r\n").find(c) != std::string_view::npos)
            flush();
        else
            word += c;
    }
    flush();
    return words;
}

struct Match {
    std::string exact{};                // the face that is meant, by its whole name
    std::vector<std::string> matches{}; // the faces that begin with it
};

Match match(const std::string& word, const std::vector<std::string_view>& faces, const FaceName& name) {
    Match found;
    bool numbered = true;
    for (std::string_view face : faces) {
        const std::string own = normal(face);
        if (own == word) return {std::string(face), {}};
        if (own.starts_with(word)) found.matches.emplace_back(face);
        if (!own.empty() && std::isdigit(static_cast<unsigned char>(own.front())) != 0) numbered = false;
    }
    if (!found.matches.empty()) return found;
    for (std::string_view face : faces) {
        const std::string called = name ? normal(name(face)) : std::string();
        if (called == word) return {std::string(face), {}};
        if (called.starts_with(word)) found.matches.emplace_back(face);
    }
    if (!found.matches.empty() || !numbered || !figures(word) || word.size() > 2) return found;
    const auto number = static_cast<std::size_t>(std::stoi(word));
    if (number >= 1 && number <= faces.size()) found.exact = std::string(faces[number - 1]);
    return found;
}

class Reader {
public:
    Reader(const Places& places, const FaceName& name) : places_(places), name_(name) {}

    Expected<std::vector<std::string>, Misread> read(std::vector<std::string> words) {
        if (fits(words, 0, 0)) return std::move(tokens_);
        return Unexpected{std::move(trouble_)};
    }

private:
    bool fits(const std::vector<std::string>& words, std::size_t word, std::size_t place) {
        if (place == places_.size() || word == words.size()) {
            if (place == places_.size() && word == words.size()) return true;
            note(place, {Misread::Kind::count, {}, {}, static_cast<int>(place + words.size() - word)});
            return false;
        }
        for (std::size_t length = std::min(kLongestFace, words.size() - word); length > 0; --length) {
            std::string joined;
            for (std::size_t i = 0; i < length; ++i) joined += words[word + i];
            const Match found = match(joined, places_[place], name_);
            const std::string face = !found.exact.empty()        ? found.exact
                                     : found.matches.size() == 1 ? found.matches.front()
                                                                 : std::string();
            if (!face.empty() && with(face, words, word + length, place)) return true;
            if (length == 1 && face.empty() && split(words, word, place)) return true;
            if (length == 1 && face.empty()) note_word(joined, found, place);
        }
        return false;
    }

    bool with(const std::string& face, const std::vector<std::string>& words, std::size_t word, std::size_t place) {
        tokens_.push_back(face);
        if (fits(words, word, place + 1)) return true;
        tokens_.pop_back();
        return false;
    }

    // "35" for two dice: a whole face and the rest.
    bool split(const std::vector<std::string>& words, std::size_t word, std::size_t place) {
        const std::string& whole = words[word];
        if (place + 1 == places_.size()) return false;
        for (std::size_t cut = whole.size() - 1; cut > 0; --cut) {
            const auto face = std::ranges::find_if(
                places_[place], [&](std::string_view own) { return normal(own) == whole.substr(0, cut); });
            if (face == places_[place].end()) continue;
            std::vector<std::string> rest(words.begin() + static_cast<std::ptrdiff_t>(word), words.end());
            rest.front() = whole.substr(cut);
            if (with(std::string(*face), rest, 0, place)) return true;
        }
        return false;
    }

    void note_word(const std::string& word, const Match& found, std::size_t place) {
        if (found.matches.size() > 1)
            note(place, {Misread::Kind::ambiguous, word, found.matches, 0});
        else
            note(place, {Misread::Kind::unknown, word, {places_[place].begin(), places_[place].end()}, 0});
    }
    // The fault that is furthest into the text is the one that is reported.
    void note(std::size_t place, Misread trouble) {
        if (place < furthest_) return;
        furthest_ = place;
        trouble_ = std::move(trouble);
    }

    const Places& places_;
    const FaceName& name_;
    std::vector<std::string> tokens_;
    Misread trouble_{Misread::Kind::count, {}, {}, 0};
    std::size_t furthest_ = 0;
};

} // namespace

namespace {

// The faces of all kinds of dice, each once.
std::vector<std::string_view> all_faces(const Places& places) {
    std::vector<std::string_view> all;
    for (const std::vector<std::string_view>& place : places)
        for (std::string_view face : place)
            if (std::ranges::find(all, face) == all.end()) all.push_back(face);
    return all;
}

// Faces in the order in which they were typed, put where they can be. Nothing where one could be on two kinds of dice,
// or where a kind has too few or too many.
std::optional<std::vector<std::string>> put_in_place(const std::vector<std::string>& faces, const Places& places) {
    std::vector<std::string> tokens(places.size());
    for (const std::string& face : faces) {
        const std::vector<std::string_view>* kind = nullptr;
        for (const std::vector<std::string_view>& place : places) {
            if (std::ranges::find(place, face) == place.end()) continue;
            if (kind != nullptr && *kind != place) return std::nullopt;
            kind = &place;
        }
        bool placed = false;
        for (std::size_t i = 0; i < places.size() && kind != nullptr && !placed; ++i)
            if (tokens[i].empty() && places[i] == *kind) {
                tokens[i] = face;
                placed = true;
            }
        if (!placed) return std::nullopt;
    }
    return tokens;
}

} // namespace

Expected<std::vector<std::string>, Misread> read_faces(std::string_view typed, const Places& places,
                                                       const FaceName& name) {
    std::vector<std::string> words = words_of(typed);
    if (words.size() >= kMostWords)
        return Unexpected{Misread{Misread::Kind::count, {}, {}, static_cast<int>(words.size())}};
    Expected<std::vector<std::string>, Misread> in_order = Reader(places, name).read(words);
    if (in_order || std::ranges::all_of(places, [&](const auto& place) { return place == places.front(); }))
        return in_order;
    const Places any(places.size(), all_faces(places));
    if (const auto faces = Reader(any, name).read(std::move(words)))
        if (std::optional<std::vector<std::string>> tokens = put_in_place(*faces, places)) return std::move(*tokens);
    return in_order;
}

bool may_be_face(std::string_view typed, const Places& places, const FaceName& name) {
    const std::string word = normal(typed);
    if (places.empty() || word.empty()) return false;
    const Match found = match(word, places.front(), name);
    return !found.exact.empty() || !found.matches.empty();
}

} // namespace touchline::terminal
