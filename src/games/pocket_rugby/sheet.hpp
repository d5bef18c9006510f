// The components of Pocket Sports Rugby: nine dice, points, thresholds and team cards, as a sheet gives them.
#pragma once

#include "core/seat.hpp"
#include "games/sheet_reader.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::pocket_rugby {

inline constexpr std::size_t kFaces = 6;
inline constexpr std::size_t kPositions = 4;

template <class T>
using Die = std::array<T, kFaces>;

// The four players who can carry the ball, in the order in which positions are listed.
enum class Position : u8 { forward, centre, wing, back };

inline constexpr std::array<std::string_view, kPositions> kPositionNames{"forward", "centre", "wing", "back"};

[[nodiscard]] std::optional<Position> position_named(std::string_view text);

// What the scrum half's die may show: the first four are passes to the positions in their order.
enum class Feed : u8 { forward, centre, wing, back, scrum, lineout, penalty_won, penalty_against };

inline constexpr std::array<std::string_view, 8> kFeedNames{"F",     "C",       "W",           "B",
                                                            "SCRUM", "LINEOUT", "PENALTY WON", "PENALTY AGAINST"};
// The phase that begins so, as what happened says it.
inline constexpr std::array<std::string_view, 8> kFeedPlays{"forward", "centre",  "wing",        "back",
                                                            "scrum",   "lineout", "penalty-won", "penalty-against"};

enum class FaceKind : u8 { run, pass, drop_goal, scrum, lineout };

inline constexpr std::array<std::string_view, 5> kFaceKindNames{"run", "pass", "drop-goal", "scrum", "lineout"};

// A face of a position's die; `value` is printed on runs only.
struct PlayerFace {
    std::string name;
    FaceKind kind = FaceKind::pass;
    int value = 0;
};

enum class TryFace : u8 { scored, missed, video_ref };

inline constexpr std::array<std::string_view, 3> kTryNames{"TRY", "NO TRY", "VIDEO REF"};

enum class RefFace : u8 { green, red, reset, penalty_won, penalty_against };

inline constexpr std::array<std::string_view, 5> kRefNames{"GREEN", "RED", "RESET", "PENALTY WON", "PENALTY AGAINST"};

// `off` has no effect and no die; `roll` waits for the die.
enum class Weather : u8 { off, fine, cold, hot, rain, roll };

inline constexpr std::size_t kWeathers = 6;
inline constexpr std::array<std::string_view, kWeathers> kWeatherNames{"off", "fine", "cold", "hot", "rain", "roll"};

inline constexpr std::string_view kBigHit = "BIG HIT";
inline constexpr std::string_view kHitUp = "HIT UP";
inline constexpr std::string_view kDummy = "DUMMY";
inline constexpr std::string_view kChipAndChase = "CHIP & CHASE";
inline constexpr std::string_view kRollingMaul = "ROLLING MAUL";

// A team card's bonus on a run, on one position's die where it names one.
struct AttackMove {
    std::string face;
    std::optional<Position> position;
    int bonus = 0;
};

// A team card: bonuses of the attack, and the numbers that its skill checks need.
struct TeamCard {
    std::string id;
    std::string name;
    std::vector<AttackMove> attack;
    int kick_bonus = 0; // metres on every kick at goal
    int decoy = 0;
    int intercept = 0;
    int stop_maul = 0;
    int charge_down = 0;
    Weather late_weather = Weather::off;
};

// When a half or the match is over.
struct Thresholds {
    int half_time = 0;
    int full_time = 0;
};

struct Sheet {
    Die<Feed> scrum_half{};
    std::array<Die<PlayerFace>, kPositions> players{};
    struct {
        Die<std::string> faces{};
        Die<int> values{};
        Die<int> ranges{};
    } brown;
    struct {
        Die<TryFace> faces{};
        Die<int> kicks{};
        Die<bool> ruck_win{};
        Die<bool> yellow{};
    } black;
    Die<RefFace> white{};
    struct {
        Die<int> faces{};
        Die<Weather> weather{};
    } purple;
    Thresholds dry{};
    Thresholds rain{};
    int quick_tap_runs = 0;
    int late_weather_score = 0;
    int try_points = 0;
    int conversion_points = 0;
    int drop_goal_points = 0;
    int penalty_goal_points = 0;
    std::vector<TeamCard> teams;
};

[[nodiscard]] Sheet read_sheet(const SheetTable& root);

} // namespace touchline::pocket_rugby
