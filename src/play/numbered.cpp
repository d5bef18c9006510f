// The numbers of every game in games/all.hpp.
#include "play/numbered_for.hpp"
#include "play/visit_table.hpp"

#include <algorithm>

namespace touchline {

std::optional<u32> Numbered::action_named(std::string_view name) const {
    const auto found = std::ranges::find(actions_, name);
    if (found == actions_.end()) return std::nullopt;
    return static_cast<u32>(found - actions_.begin());
}

std::shared_ptr<const Numbered> numbered(const Table& table) {
    std::shared_ptr<const Numbered> made;
    visit_table(table, [&]<class R>(const TableFor<R>& typed) {
        made = std::make_shared<const NumberedFor<R>>(typed.shared_rules());
    });
    return made;
}

} // namespace touchline
