// Finds the analysis of a table, and shares it between equal tables.
#include "analysis/library.hpp"

#include "games/all.hpp"
#include "play/kind.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace touchline::analysis {

namespace {

template <class... Games>
std::unique_ptr<Analysis> made(GameList<Games...>, const Table& table, const std::shared_ptr<Background>& background) {
    std::unique_ptr<Analysis> analysis;
    ((table.kind().id() == Games::kId && (analysis = make_analysis<Games>(table, background))) || ...);
    if (!analysis) throw std::logic_error("a table of a game that is not in games/all.hpp");
    return analysis;
}

} // namespace

solve::BookKey book_key(const Table& table, u32 solver_version) {
    Json options = table.options().json();
    for (const OptionSpec& spec : table.kind().options())
        if (options.contains(spec.name) && options[spec.name] == json(spec.fallback)) options.erase(spec.name);
    return {std::string(table.kind().id()), options.dump(), table.sheet_hash(), solver_version};
}

std::shared_ptr<Analysis> Library::of(const Table& table) {
    const solve::BookKey key = book_key(table, 0);
    const std::string name = key.game + key.options + key.sheet_hash;
    Sort& sort = table.sheet_toml() == table.kind().default_sheet() ? usual_ : with_sheets_;
    std::shared_ptr<Analysis> dropped; // ends outside the lock: it may have a solver to stop
    const std::lock_guard lock(mutex_);
    std::list<Kept>& kept = sort.kept;
    if (const auto at = std::ranges::find(kept, name, &Kept::name); at != kept.end()) {
        kept.splice(kept.begin(), kept, at);
    } else {
        kept.push_front({name, made(AllGames{}, table, background_)});
        if (kept.size() > sort.most) {
            dropped = std::move(kept.back().analysis);
            kept.pop_back();
        }
    }
    return kept.front().analysis;
}

void Library::forget() {
    std::list<Kept> usual; // end outside the lock: they may have solvers to stop
    std::list<Kept> with_sheets;
    const std::lock_guard lock(mutex_);
    usual.swap(usual_.kept);
    with_sheets.swap(with_sheets_.kept);
}

} // namespace touchline::analysis
