// What a session puts on the screen, and whose eyes it is for.
#include "terminal/session.hpp"

#include "play/kind.hpp"
#include "terminal/patience.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::terminal {

namespace {

constexpr double kBarSeconds = 0.4;
constexpr int kOutOfSight = 60; // lines that push a screen away where it cannot be cleared

} // namespace

Scene Session::scene() const { return {*table_, viewer_, around_.words, seating_.names}; }

bool Session::hides(Seat seat) const { return table_->view(viewer_of(seat)) != table_->view(Viewer::everyone); }

// One person against the computer sees what that seat may see; two people share a screen and see what both may.
void Session::look_as_usual() {
    viewer_ = Viewer::everyone;
    if (seating_.people() == 1) viewer_ = seating_.person(Seat::home) ? Viewer::home : Viewer::away;
}

std::string Session::hand(Seat seat) const {
    const std::vector<std::string>& members = seating_.members[seat];
    if (members.size() < 2) return seating_.names[seat];
    return members[hand_of(possessions_.of(*table_)[seat], members.size())];
}

Lines Session::row_line(Seat seat) const {
    const std::vector<std::string>& members = seating_.members[seat];
    if (members.size() < 2) return {};
    const std::size_t now = hand_of(possessions_.of(*table_)[seat], members.size());
    return {around_.words.text(
        "prompt.row",
        {{"side", seating_.names[seat]}, {"hand", members[now]}, {"next", members[(now + 1) % members.size()]}})};
}

Key Session::ask(const Lines& prompt, const std::string& keys) {
    const Lines notes = notes_;
    while (true) {
        notes_ = notes;
        show(prompt, keys);
        Key key = around_.console.key();
        if (key.kind != Key::Kind::resized && key.kind != Key::Kind::timeout) return key;
    }
}

void Session::show(const Lines& prompt, const std::string& keys) {
    Scene now = scene();
    if (bar_) {
        if (!odds_ || odds_->first != table_->steps())
            odds_ = {table_->steps(), patiently([&] {
                         return around_.evaluator.odds(*table_, {Hands::hidden, kBarSeconds});
                     })};
        now.odds = odds_->second;
    }
    const Size size = around_.console.size();
    const Pen pen(around_.console.ink());
    Lines above = notes_;
    notes_.clear();
    above.insert(above.end(), prompt.begin(), prompt.end());
    if (around_.console.full_screen()) {
        now.prompt = std::move(above);
        now.keys = keys;
        around_.console.show(drawn_screen(now, size, pen));
        return;
    }
    Lines lines;
    const auto add = [&](const std::string& text) {
        for (std::string& line : wrapped(text, size.columns, 2)) lines.push_back(std::move(line));
    };
    for (Commentary commentary(around_.words, viewer_); told_ < table_->steps(); ++told_)
        for (const std::string& text : step_lines(now, told_, commentary, pen)) add(text);
    if (now.odds)
        for (const std::string& line : win_bar(*now.odds, now, size.columns, pen)) lines.push_back(line);
    if (!keys.empty() && !prompt.empty()) {
        const Look look(table_->view(viewer_));
        for (const std::string& line : drawn_board(
                 table_->kind().id(), look, {size.columns, pen, around_.words, seating_.names, table_->sheet_toml()}))
            lines.push_back(line);
        for (const std::string& line : score_lines(now, size.columns, pen)) lines.push_back(line);
    }
    for (const std::string& text : above) add(text);
    around_.console.show(lines);
}

void Session::browse(const Lines& page) {
    Console& console = around_.console;
    if (!console.full_screen()) {
        console.show(page);
        return;
    }
    std::size_t top = 0;
    while (true) {
        const auto rows = static_cast<std::size_t>(std::max(console.size().rows - 1, 1));
        const std::size_t last = page.size() > rows ? page.size() - rows : 0;
        top = std::min(top, last);
        Lines lines(page.begin() + static_cast<std::ptrdiff_t>(top),
                    page.begin() + static_cast<std::ptrdiff_t>(std::min(top + rows, page.size())));
        lines.resize(rows);
        const int share = last == 0 ? 100 : static_cast<int>(100 * top / last);
        lines.push_back(Pen(console.ink())
                            .inverse(clipped(fmt::format(" {} · {} % ", around_.words.text("key.browse"), share),
                                             console.size().columns)));
        console.show(lines);
        const Key key = console.key();
        const std::string text = typed(key);
        if (key.kind == Key::Kind::resized || key.kind == Key::Kind::timeout) continue;
        if (key.kind == Key::Kind::down) {
            ++top;
        } else if (key.kind == Key::Kind::up) {
            top -= std::min<std::size_t>(top, 1);
        } else if (key.kind == Key::Kind::page_up || text == "b") {
            top -= std::min(top, rows - 1);
        } else if (key.kind == Key::Kind::page_down || key.kind == Key::Kind::enter || key.text == " ") {
            if (top >= last) return;
            top += rows - 1;
        } else {
            return;
        }
    }
}

Session::Left Session::pause(int milliseconds, const TurnText& turn) {
    if (!around_.console.full_screen()) return std::nullopt;
    const bool chooses = turn.kind != TurnKind::chance;
    const std::string_view what = chooses ? "prompt.thinking" : "prompt.next";
    const std::string bot = seating_.player_names[turn.seat].empty()
                                ? seating_.names[turn.seat]
                                : around_.words.text(fmt::format("bot.{}.name", seating_.player_names[turn.seat]));
    show({around_.words.text(
             what, {{"seat", seating_.names[turn.seat]}, {"event", around_.words.event(turn.event)}, {"bot", bot}})},
         key_words("watch"));
    if (milliseconds <= 0) return std::nullopt;
    const Key key = around_.console.key(milliseconds);
    if (key.kind == Key::Kind::closed) return End::closed;
    Left left;
    if (const std::string text = typed(key); !text.empty()) (void)command(text, turn, left);
    return left;
}

Session::Left Session::hand_over(Seat seat) {
    if (!hides(seat) || viewer_ == viewer_of(seat)) return std::nullopt;
    viewer_ = Viewer::everyone;
    while (true) {
        if (!around_.console.full_screen()) around_.console.show(Lines(kOutOfSight));
        const Key key = ask({around_.words.text("prompt.pass-device", {{"seat", hand(seat)}})},
                            around_.console.full_screen() ? around_.words.text("key.hand-over") : "");
        if (key.kind == Key::Kind::closed) return End::closed;
        if (is_enter(key)) break;
        Left left;
        const std::string text = typed(key);
        if (text == "s" || text == "q" || text == "u" || text == "r") (void)command(text, table_->turn(), left);
        if (left) return left;
        if (text == "u") return std::nullopt;
    }
    viewer_ = viewer_of(seat);
    return std::nullopt;
}

std::string Session::keys_line(const TurnText& turn) const {
    const bool rolls = turn.kind == TurnKind::chance;
    std::string line;
    for (std::string_view name :
         {"roll", "help", "rules", "take-back", "hint", "odds", "faces", "auto", "position", "save"}) {
        if ((name == "roll" || name == "faces" || name == "auto") && !rolls) continue;
        if (name == "hint" && rolls) continue;
        // A key and what it does are not parted at the end of a line.
        std::string words = key_words(name);
        for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at))
            words.replace(at, 1, "\u00a0");
        line += (line.empty() ? "" : "\u00a0· ") + words;
    }
    return line;
}

std::string Session::key_words(std::string_view name) const { return around_.words.text(fmt::format("key.{}", name)); }

} // namespace touchline::terminal
