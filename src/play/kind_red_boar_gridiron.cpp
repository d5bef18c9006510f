#include "games/red_boar_gridiron/rules.hpp"
#include "play/kind_of.hpp"

namespace touchline {

static_assert(TableGame<red_boar_gridiron::Rules>);
static_assert(BoxedGame<red_boar_gridiron::Rules>);
static_assert(HasSample<red_boar_gridiron::Rules> && HasCanonical<red_boar_gridiron::Rules>);
static_assert(HasSecrets<red_boar_gridiron::Rules> && WritesViewFields<red_boar_gridiron::Rules>);
static_assert(HasOffense<red_boar_gridiron::Rules> && HasSound<red_boar_gridiron::Rules>);
static_assert(HasSet<red_boar_gridiron::Rules> && HasFaces<red_boar_gridiron::Rules> &&
              HasFacesFor<red_boar_gridiron::Rules>);
static_assert(HasNarration<red_boar_gridiron::Rules>);

template const Kind& kind<red_boar_gridiron::Rules>();

} // namespace touchline
