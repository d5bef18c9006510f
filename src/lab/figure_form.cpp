// Goes by groups of names.
#include "lab/figure_form.hpp"

namespace touchline::lab {

bool in_group(std::string_view name, std::string_view group) {
    return name.starts_with(group) && name.size() > group.size();
}

FigureForm form_of(std::string_view name) {
    if (name.starts_with("as_before"))
        return name.ends_with(".cost")    ? FigureForm::edge
               : name.ends_with(".asked") ? FigureForm::amount
                                          : FigureForm::chance;
    if (name == "first_edge" || name == "toss_edge" || name == "luck" || name.starts_with("luck.") ||
        name == "decisions.worth")
        return FigureForm::edge;
    if (name == "skill.games_to_tell" || name == "decisions.asked" || name == "decisions.matter")
        return FigureForm::amount;
    for (const std::string_view group : {"drives.", "decisions.", "skill."})
        if (in_group(name, group)) return FigureForm::chance;
    return name == "draw" ? FigureForm::chance : FigureForm::amount;
}

FigureLimits limits_of(std::string_view name) {
    if (name == "first_edge" || name == "toss_edge") return {-0.5, 0.5};
    if (form_of(name) == FigureForm::chance || name == "decisions.worth") return {0, 1};
    return {};
}

} // namespace touchline::lab
