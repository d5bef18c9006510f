// The list of saved games: one is resumed, or deleted once that is confirmed. Pages reach all of them.
#include "play/drives.hpp"
#include "play/kind.hpp"
#include "play/side_name.hpp"
#include "terminal/look.hpp"
#include "terminal/menu.hpp"
#include "terminal/menu_page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::terminal {

namespace {

constexpr int kOtherLines = 11;       // of the page: title, notes, heading, questions, keys
constexpr std::size_t kMostItems = 9; // one figure each

class SavedMenu {
public:
    SavedMenu(std::vector<Saved>& saved, const Lines& notes, Console& console, Language language)
        : saved_(saved), notes_(notes), console_(console), words_(Words::of(language)) {}

    ResumeAnswer run() {
        std::string note;
        while (!saved_.empty()) {
            first_ = std::min(first_, (saved_.size() - 1) / room() * room());
            const Key key = ask_page(console_, page(note));
            note.clear();
            const std::string text = typed(key);
            if (key.kind == Key::Kind::closed) return {MenuEnd::closed};
            if (leaves(key)) return {MenuEnd::left};
            if (is_enter(key) || text == words_.text("prompt.yes")) return {MenuEnd::start, first_};
            if (text == "n") return {MenuEnd::start};
            if (const std::optional<std::size_t> place = item_chosen(text, shown()))
                return {MenuEnd::start, first_ + *place};
            if (text == ">" || key.kind == Key::Kind::page_down || key.kind == Key::Kind::down) {
                if (first_ + shown() < saved_.size()) first_ += room();
            } else if (text == "<" || key.kind == Key::Kind::page_up || key.kind == Key::Kind::up) {
                first_ -= std::min(first_, room());
            } else if (text == "x") {
                if (throw_away() == MenuEnd::closed) return {MenuEnd::closed};
            } else {
                note = words_.text(
                    "error.unknown-key",
                    {{"input", text}, {"keys", fmt::format("{}, 1–{}, n, x, q", words_.text("key.enter"), shown())}});
            }
        }
        return {MenuEnd::start};
    }

private:
    // Games that have room on a page, and those on this one.
    [[nodiscard]] std::size_t room() const {
        const int rows = (console_.size().rows - kOtherLines - static_cast<int>(notes_.size())) / 2;
        return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(rows, 1)), 1, kMostItems);
    }
    [[nodiscard]] std::size_t shown() const { return std::min(saved_.size() - first_, room()); }

    [[nodiscard]] const Words& own_words(const Table& table) const {
        return Words::of(words_.language(), table.kind().id());
    }

    [[nodiscard]] std::string name_of(const Table& table) const {
        const BySeat<int> score = table.score();
        const SideNames sides = side_names(table, own_words(table));
        return words_.text("board.fact",
                           {{"name", own_words(table).text("game.name")},
                            {"value", fmt::format("{} {} {}", sides.home,
                                                  words_.text("number.score", {{"home", std::to_string(score.home)},
                                                                               {"away", std::to_string(score.away)}}),
                                                  sides.away)}});
    }

    // How far it is: the quarter, the half, or the drive.
    [[nodiscard]] std::string period_of(const Table& table) const {
        const Look look(table.view(Viewer::everyone));
        const Words& words = own_words(table);
        if (const int quarter = look.number("quarter"); quarter > 0) {
            const std::string ordinal = words.quarter(quarter);
            return quarter > kQuarters ? ordinal : words.text("period.quarter", {{"quarter", ordinal}});
        }
        if (const int half = look.number("half"); half > 0)
            return words.text("period.half", {{"half", words.text(fmt::format("ordinal.half.{}", half))}});
        int drives = 0;
        for (std::size_t i = 0; i < table.steps(); ++i)
            if (begins_drive(table, i)) ++drives;
        return words.text("period.drive", {{"value", std::to_string(std::max(drives, 1))}});
    }

    [[nodiscard]] Lines page(const std::string& note) const {
        const Pen pen(console_.ink());
        Lines lines{title_line(words_, pen), ""};
        for (const std::string& each : notes_) lines.push_back(each);
        lines.push_back(pen.bold(words_.text("menu.saved-games")));
        lines.emplace_back();
        for (std::size_t i = 0; i < shown(); ++i) {
            const Saved& one = saved_[first_ + i];
            lines.push_back(item_line(i, pen.bold(name_of(*one.table)), pen));
            lines.push_back("     " + pen.dim(fmt::format("{:%Y-%m-%d %H:%M} · {}", fmt::localtime(one.played),
                                                          period_of(*one.table))));
        }
        lines.emplace_back();
        if (saved_.size() > room())
            lines.push_back(words_.text("menu.saved-page", {{"first", std::to_string(first_ + 1)},
                                                            {"last", std::to_string(first_ + shown())},
                                                            {"count", std::to_string(saved_.size())}}));
        if (!note.empty()) lines.push_back(note);
        lines.push_back(pen.dim(words_.text("menu.keys-saved")));
        return lines;
    }

    // Asks which one, and whether that is meant.
    MenuEnd throw_away() {
        std::size_t place = first_;
        if (saved_.size() > 1) {
            const Key key = ask_page(console_, page(words_.text("menu.throw-away")));
            if (key.kind == Key::Kind::closed) return MenuEnd::closed;
            const std::optional<std::size_t> chosen = item_chosen(typed(key), shown());
            if (!chosen) return MenuEnd::start;
            place += *chosen;
        }
        const Key key =
            ask_page(console_, page(words_.text("menu.throw-away-sure", {{"game", name_of(*saved_[place].table)},
                                                                         {"yes", words_.text("prompt.yes")}})));
        if (key.kind == Key::Kind::closed) return MenuEnd::closed;
        if (typed(key) != words_.text("prompt.yes")) return MenuEnd::start;
        if (std::optional<SaveFile> file = SaveFile::open(saved_[place].path)) file->remove();
        saved_.erase(saved_.begin() + static_cast<std::ptrdiff_t>(place));
        return MenuEnd::start;
    }

    std::vector<Saved>& saved_;
    const Lines& notes_;
    Console& console_;
    const Words& words_;
    std::size_t first_ = 0; // on this page
};

} // namespace

ResumeAnswer offer_saved(std::vector<Saved>& saved, const Lines& notes, Console& console, Language language) {
    return SavedMenu(saved, notes, console, language).run();
}

} // namespace touchline::terminal
