// How a game is made known: its names, options and tables from its rules. Included by play/kinds.cpp alone.
#pragma once

#include "core/embedded.hpp"
#include "core/shown_text.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>

namespace touchline {

template <TableGame R>
class KindOf final : public Kind {
public:
    [[nodiscard]] std::string_view id() const override { return R::kId; }
    [[nodiscard]] std::string_view name() const override { return R::kName; }

    [[nodiscard]] std::vector<std::string_view> aliases() const override {
        if constexpr (HasAliases<R>)
            return {R::kAliases.begin(), R::kAliases.end()};
        else
            return {};
    }

    [[nodiscard]] const std::vector<OptionSpec>& options() const override {
        static const std::vector<OptionSpec> kSpecs = [this]() -> std::vector<OptionSpec> {
            if constexpr (BoxedGame<R>)
                return option_specs<R>(read(default_sheet()).sheet);
            else
                return {};
        }();
        return kSpecs;
    }

    [[nodiscard]] std::vector<FieldType> fields() const override {
        if constexpr (BoxedGame<R> && HasFieldTypes<R>)
            return R::make(read(default_sheet()).sheet, {})->field_types();
        else
            return {};
    }

    [[nodiscard]] std::optional<PlayType> play_type(std::string_view how) const override {
        if constexpr (HasPlayTypes<R>)
            return R::play_type(how);
        else
            return {};
    }

    [[nodiscard]] std::string_view default_sheet() const override {
        if constexpr (BoxedGame<R>)
            return embedded(fmt::format("data/sheets/{}.toml", R::kId)).value_or("");
        else
            return {};
    }

    [[nodiscard]] std::vector<SheetFault> check_sheet(std::string_view toml) const override {
        if constexpr (BoxedGame<R>)
            return read(toml).faults;
        else
            return {{0, Message{"game.no-sheet", {{"game", R::kId}}}}};
    }

    [[nodiscard]] OrRefusal<std::unique_ptr<Table>> open(const Json& options,
                                                         const std::optional<SheetText>& sheet) const override {
        if constexpr (BoxedGame<R>) {
            if (!sheet)
                if (std::unique_ptr<Table> again = opened_before(dumped(options))) return again;
            const std::string_view toml = sheet ? std::string_view(sheet->toml) : default_sheet();
            auto used = read(toml);
            // Bad options are reported before a bad sheet; they are checked against the default sheet then.
            const std::vector<SheetFault> faults = used.faults;
            if (!faults.empty()) used = read(default_sheet());
            const std::vector<OptionSpec> specs = option_specs<R>(used.sheet);
            OrRefusal<OptionValues> values = OptionValues::check(specs, options);
            if (!values) return Unexpected{std::move(values.error())};
            OrRefusal<R> rules = R::make(used.sheet, *values);
            if (!rules) return Unexpected{std::move(rules.error())};
            if (!faults.empty()) return refuse(RefusalCode::bad_sheet, all_faults(faults));
            Made made{dumped(options), std::make_shared<const R>(std::move(*rules)), std::move(*values),
                      std::make_shared<const UsedSheet>(UsedSheet{sheet ? tidy_text(sheet->name) : "default",
                                                                  sheet_hash(used.canonical), std::string(toml),
                                                                  defaults_of(specs)})};
            std::unique_ptr<Table> table = table_of(made);
            if (!sheet) remember(std::move(made));
            return table;
        } else {
            OrRefusal<OptionValues> values = OptionValues::check({}, options);
            if (!values) return Unexpected{std::move(values.error())};
            if (sheet) return refuse(RefusalCode::bad_sheet, Message{"game.without-sheet", {{"game", R::kId}}});
            return table_of(
                {dumped(options),
                 std::make_shared<const R>(),
                 {},
                 std::make_shared<const UsedSheet>(UsedSheet{"none", std::string(16, '0'), "", Json::object()})});
        }
    }

private:
    // What a table is made of.
    struct Made {
        std::string options; // as they were given
        std::shared_ptr<const R> rules;
        OptionValues values;
        std::shared_ptr<const UsedSheet> sheet;
    };

    static Json defaults_of(const std::vector<OptionSpec>& specs) {
        Json defaults = Json::object();
        for (const OptionSpec& spec : specs) defaults[spec.name] = json(spec.fallback);
        return defaults;
    }

    static std::unique_ptr<Table> table_of(const Made& made) {
        return std::make_unique<TableFor<R>>(made.rules, made.values, made.sheet);
    }

    // Reading a sheet and preparing its rules takes a thousand times as long as a roll, and most games are opened like
    // the one before: the last one with the default sheet is kept. Rules never change, so tables can share them.
    // Options are compared as text: as values 21 and 21.0 would be equal, and the second is no whole number.
    [[nodiscard]] std::unique_ptr<Table> opened_before(std::string_view options) const {
        const std::lock_guard lock(guard_);
        return last_ && last_->options == options ? table_of(*last_) : nullptr;
    }
    void remember(Made made) const {
        const std::lock_guard lock(guard_);
        last_ = std::move(made);
    }

    static Message all_faults(const std::vector<SheetFault>& faults) {
        std::vector<Message> reasons;
        reasons.reserve(faults.size());
        for (const SheetFault& fault : faults) reasons.push_back(told(fault));
        return joined(std::move(reasons));
    }

    static auto read(std::string_view toml) requires BoxedGame<R> {
        struct Read {
            typename R::Sheet sheet;
            std::vector<SheetFault> faults;
            std::string canonical;
        };
        SheetReader reader(toml);
        typename R::Sheet sheet = R::read_sheet(reader.root(R::kId));
        std::vector<SheetFault> faults = reader.faults();
        return Read{std::move(sheet), std::move(faults), reader.canonical()};
    }

    mutable std::mutex guard_;
    mutable std::optional<Made> last_;
};

template <class R>
const Kind& kind() {
    static const KindOf<R> kKind;
    return kKind;
}

} // namespace touchline
