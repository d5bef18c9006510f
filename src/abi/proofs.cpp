// Whether the dice of a record hold.
#include "abi/objects.hpp"
#include "abi/shared.hpp"
#include "fair/verify.hpp"

#include <nlohmann/json.hpp>

using namespace touchline;
using namespace touchline::abi;

tl_status tl_verify_dice(const char* record, const char* sheet, tl_text** json) {
    return answered([&] {
        const std::string_view text = text_given(record, "record");
        need(json, "json");
        std::vector<SheetText> sheets;
        if (sheet != nullptr) sheets.push_back({"sheet", sheet});
        *json = new_text(dumped(fair::verdict_json(fair::verify(text, sheets), Language::english)));
    });
}
