/* Touchline as a library: five tabletop sports games, their rules, exact odds, players and reviews, through plain C.
 *
 * - Every function answers a status. TL_OK is 0; anything else leaves every output as it was (but a `count` that says how much
 *   room a list needs, TL_TOO_SMALL), and tl_last_error() has the sentence that says what was wrong.
 * - Handles are opaque and are never dereferenced by the caller. A null, freed or foreign handle, or one of another kind, is
 *   answered with TL_BAD_HANDLE. tl_free() frees any of them; a handle lives on while another one was made from it.
 * - Threads: any function may be called from any thread. Calls with the same position, dice, player or batch must not
 *   overlap; games are immutable and shared freely.
 * - Texts are UTF-8. What a function is given ends with a zero byte; what it gives is a tl_text with its length.
 * - Nothing is printed and no signal is handled. Books are kept in the cache folder that `touchline books` names
 *   (TOUCHLINE_CACHE overrides it).
 *
 * Versions: within one TL_API_MAJOR functions and constants are only added, and structures keep their layout. */
#ifndef TOUCHLINE_H
#define TOUCHLINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TL_API_MAJOR 1
#define TL_API_MINOR 3

#if defined(_WIN32)
#define TL_API
#else
#define TL_API __attribute__((visibility("default")))
#endif

typedef enum tl_status {
    TL_OK = 0,
    TL_BAD_HANDLE = 1,   /* null, freed, foreign, or a handle of another kind */
    TL_BAD_ARGUMENT = 2, /* a null pointer, a number out of range, an unknown name */
    TL_TOO_SMALL = 3,    /* the caller's array is smaller than what it is to hold; the size needed is answered */
    TL_REFUSED = 4,      /* the rules, a sheet, an option, a position or a record: tl_last_code() has the protocol's code */
    TL_UNKNOWN = 5,      /* not known in the time given, or these rules have no such answer */
    TL_STOPPED = 6,      /* the caller's progress function asked for it */
    TL_FAILED = 7        /* memory or disk ran out, or a mistake of ours */
} tl_status;

/* Of the calling thread's last call that failed: a sentence in English; "" where none has failed yet. The text lives until
 * the next call of this thread. */
TL_API const char* tl_last_error(void);
/* The protocol's word for it ("illegal-action", "bad-state" …); "" where it has none. */
TL_API const char* tl_last_code(void);
/* "bad-handle" for TL_BAD_HANDLE; "" for a number that is no status. */
TL_API const char* tl_status_name(int32_t status);
/* TL_API_MAJOR * 1000 + TL_API_MINOR of the library that is loaded, and its version as `touchline --version` tells it. */
TL_API int32_t tl_api_version(void);
TL_API const char* tl_version(void);

typedef struct tl_text tl_text;         /* a text that the library made */
typedef struct tl_game tl_game;         /* one game with one set of options and one sheet; immutable */
typedef struct tl_state tl_state;       /* a position of a game, with the history that led to it */
typedef struct tl_dice tl_dice;         /* a source of chance */
typedef struct tl_player tl_player;     /* somebody who takes decisions */
typedef struct tl_batch tl_batch;       /* many games of one kind side by side */
typedef struct tl_protocol tl_protocol; /* a conversation in the table protocol */

TL_API tl_status tl_free(void* handle);
/* Bytes without the zero that follows them; they live as long as the text. */
TL_API tl_status tl_text_data(const tl_text* text, const char** data, size_t* size);

/* ---- Games -------------------------------------------------------------------------------------------------------- */

/* Every game with its names and options: the answer of the table protocol's `games`. */
TL_API tl_status tl_games(tl_text** json);

/* `options`: a JSON object, or null for the defaults. `sheet`: TOML, or null for the box's own components.
 * Refused (TL_REFUSED) with unknown-game, bad-option, bad-sheet. Aliases are understood. */
TL_API tl_status tl_game_open(const char* id, const char* options, const char* sheet, tl_game** game);

/* {"id","name","options":{…complete},"sheet","sheet_hash","actions":[…names by id],"events":[…names by id],
 *  "secret":bool,"hidden":bool,"choices":bool,"solvable":bool,"exact":bool,"max_outcomes":N,
 *  "observation":{"size":N,"fields":[{"name","at","size","min","max","meaning","words"?}…]}}
 * All floats of an observation are from 0 to 1. A field ends in ".own" or ".other" where each seat has one; "words" names
 * its floats where they stand for something each. No chance turn of the game has more than "max_outcomes" outcomes (null where
 * that is not known). */
TL_API tl_status tl_game_describe(const tl_game* game, tl_text** json);
/* The TOML that it is played with. */
TL_API tl_status tl_game_sheet(const tl_game* game, tl_text** toml);

/* Actions and events have numbers from 0, the same for every position of the game. Names live as long as the game. */
TL_API tl_status tl_game_action_count(const tl_game* game, uint32_t* count);
TL_API tl_status tl_game_action_name(const tl_game* game, uint32_t action, const char** name);
TL_API tl_status tl_game_event_count(const tl_game* game, uint32_t* count);
TL_API tl_status tl_game_event_name(const tl_game* game, uint32_t event, const char** name);
/* How many floats an observation has. */
TL_API tl_status tl_game_observation_size(const tl_game* game, uint32_t* size);

/* ---- Positions ---------------------------------------------------------------------------------------------------- */

enum { TL_HOME = 0, TL_AWAY = 1, TL_DRAW = 2, TL_NOBODY = -1 };
/* Who looks: a seat, an onlooker, or somebody who may see everything. */
enum { TL_PUBLIC = 2, TL_EVERYTHING = 3 };
enum { TL_CHANCE = 0, TL_CHOICE = 1, TL_SECRET = 2, TL_OVER = 3 };

typedef struct tl_turn {
    int32_t kind;   /* TL_CHANCE … TL_OVER */
    int32_t event;  /* its number; -1 where the game is over */
    int32_t seat;   /* who rolls or decides; at a secret turn the next that has not chosen; TL_NOBODY where it is over */
    int32_t count;  /* at a chance turn: how many tokens are drawn */
    int32_t home_waits; /* at a secret turn: 1 for a seat that has still to choose */
    int32_t away_waits;
    int32_t winner; /* where the game is over: TL_HOME, TL_AWAY, TL_DRAW; else TL_NOBODY */
} tl_turn;

TL_API tl_status tl_state_start(const tl_game* game, tl_state** state);
TL_API tl_status tl_state_clone(const tl_state* state, tl_state** copy);
/* A position as one short text, as the protocol's `position` gives it; it carries no history. Back: it must be one of this
 * game, options and sheet. */
TL_API tl_status tl_state_text(const tl_state* state, tl_text** text);
TL_API tl_status tl_state_from_text(const tl_game* game, const char* text, tl_state** state);
/* The start of a game with some fields set otherwise: the protocol's `set`, a JSON object. */
TL_API tl_status tl_state_from_fields(const tl_game* game, const char* fields, tl_state** state);
/* A record replayed, and the record of a position's history as a viewer may know it. */
TL_API tl_status tl_state_from_record(const tl_game* game, const char* record, tl_state** state);
TL_API tl_status tl_state_record(const tl_state* state, int32_t viewer, tl_text** record);
/* The game that a record is of, with its options; `sheet` as for tl_game_open, tried beside the default one. */
TL_API tl_status tl_game_of_record(const char* record, const char* sheet, tl_game** game);

TL_API tl_status tl_state_turn(const tl_state* state, tl_turn* turn);
TL_API tl_status tl_state_score(const tl_state* state, int32_t score[2]);
/* Equal positions have equal hashes; history does not count, a secret choice that waits does. */
TL_API tl_status tl_state_hash(const tl_state* state, uint64_t* hash);
TL_API tl_status tl_state_equal(const tl_state* one, const tl_state* other, int32_t* equal);
TL_API tl_status tl_state_steps(const tl_state* state, uint64_t* steps);

/* The legal actions of a seat in the order of the game's page; none where it has nothing to decide.
 * `count` is what there is; TL_TOO_SMALL where `capacity` is less. */
TL_API tl_status tl_state_legal(const tl_state* state, int32_t seat, uint32_t* actions, size_t capacity, size_t* count);
/* The integer weights of the outcomes of a chance turn, which are numbered in this order; none at other turns. */
TL_API tl_status tl_state_chances(const tl_state* state, uint64_t* weights, size_t capacity, size_t* count);
/* An outcome's tokens as a JSON array: ["6","WR"]. */
TL_API tl_status tl_state_tokens(const tl_state* state, size_t outcome, tl_text** json);

/* Steps. A refusal changes nothing. */
TL_API tl_status tl_state_play(tl_state* state, uint32_t action); /* of the seat that tl_turn names, at a secret turn too */
TL_API tl_status tl_state_choose(tl_state* state, int32_t seat, uint32_t action); /* the same with the seat named; secret too */
TL_API tl_status tl_state_play_secret(tl_state* state, uint32_t home, uint32_t away);
TL_API tl_status tl_state_resolve(tl_state* state, size_t outcome);             /* by its number */
TL_API tl_status tl_state_resolve_tokens(tl_state* state, const char* json);    /* by its tokens, in any order that counts */
TL_API tl_status tl_state_roll(tl_state* state, tl_dice* dice);
TL_API tl_status tl_state_undo(tl_state* state);

/* What a viewer may know of the position, as a JSON object: the fields that the protocol answers as "state" to `view`
 * (TL_EVERYTHING: to `state`). */
TL_API tl_status tl_state_view(const tl_state* state, int32_t viewer, tl_text** json);
/* What a seat may know, as numbers from its point of view; `size` is the game's observation size. */
TL_API tl_status tl_state_observation(const tl_state* state, int32_t seat, float* floats, size_t size);
/* What the rules did in the last step, as a JSON array; [] before the first step. */
TL_API tl_status tl_state_happened(const tl_state* state, tl_text** json);

/* The same seed gives the same numbers on every machine; the system's generator has no seed. */
TL_API tl_status tl_dice_seeded(uint64_t seed, tl_dice** dice);
TL_API tl_status tl_dice_system(tl_dice** dice);

/* ---- What is known ------------------------------------------------------------------------------------------------ */

typedef struct tl_odds_values {
    double home;
    double draw;
    double away;
    double error;  /* exact: the proven bound; else half the width of a 95 % interval */
    int32_t exact; /* 1: solved; 0: an estimate */
    int32_t reserved;
} tl_odds_values;

typedef struct tl_advised_action {
    uint32_t action;
    int32_t exact;
    double value; /* win + draw/2 of the seat that decides */
    double loss;  /* against the best */
    double share; /* how often the best strategy takes it; all 0 where one action is simply best */
    double error;
} tl_advised_action;

/* Called now and then with the share done, 0 to 1, and the seconds that are left (negative: not known). Not 0: stop.
 * It is called from one thread at a time, which may not be the caller's. */
typedef int32_t (*tl_progress)(void* user, double done, double seconds_left);

/* `seconds`: answer with the best estimate once they are over; negative: take the time it needs, and answer exactly where
 * the game can be solved. Odds are an onlooker's, advice is the seat's own: neither knows a hidden card. */
TL_API tl_status tl_odds(const tl_state* state, double seconds, tl_odds_values* odds);
TL_API tl_status tl_advise(const tl_state* state, int32_t seat, double seconds, tl_advised_action* actions, size_t capacity,
                           size_t* count); /* best first */
/* The same, watched: what cannot be answered before much is solved may take minutes. */
TL_API tl_status tl_odds_watched(const tl_state* state, double seconds, tl_progress progress, void* user,
                                 tl_odds_values* odds);
TL_API tl_status tl_advise_watched(const tl_state* state, int32_t seat, double seconds, tl_progress progress, void* user,
                                   tl_advised_action* actions, size_t capacity, size_t* count);
/* Solves the whole game and keeps its book. `threads` 0: one a core. `progress` may be null.
 * Answers {"exact","bound","seconds","bytes","path"}; TL_UNKNOWN where these rules have no book. */
TL_API tl_status tl_solve(const tl_game* game, uint32_t threads, tl_progress progress, void* user, tl_text** json);
/* Plays games between two players from the start and sums them up, as `touchline sim --json` does. The same answer for any
 * number of threads. */
TL_API tl_status tl_simulate(const tl_game* game, const char* home, const char* away, uint64_t games, uint64_t seed,
                             uint32_t threads, tl_progress progress, void* user, tl_text** json);
/* One strategy against another, valued exactly without a game played, as `touchline duel`; TL_UNKNOWN where these rules
 * cannot be followed so. */
TL_API tl_status tl_duel(const tl_game* game, const char* home, const char* away, uint32_t threads, tl_progress progress,
                         void* user, tl_odds_values* odds);
/* What the game is like between two players, exactly, as `touchline lab figures --json`: points, length, how drives end,
 * decisions, luck, and the chance of perfect play against each other player. TL_UNKNOWN where these rules cannot be
 * followed so. */
TL_API tl_status tl_figures(const tl_game* game, const char* home, const char* away, uint32_t threads,
                            tl_progress progress, void* user, tl_text** json);
/* The position's history looked back on. `format`: "json", "html" or "text"; `language`: "en" or "fr"; `seconds` for each
 * position. */
TL_API tl_status tl_review(const tl_state* state, const char* format, const char* language, double seconds,
                           tl_progress progress, void* user, tl_text** text);
/* The same as rows with nflverse's column names; `format`: "csv", or "json" for {"columns","rows"}; `what`: "plays",
 * "drives" or "box". */
TL_API tl_status tl_export(const tl_state* state, const char* what, const char* format, double seconds, tl_text** text);
TL_API tl_status tl_export_watched(const tl_state* state, const char* what, const char* format, double seconds,
                                   tl_progress progress, void* user, tl_text** text);
/* Checks the proof of the dice in a record, as `touchline verify --json`: {"ok":true,"rolls","hand",…}, or {"ok":false,
 * "error":{"code","line","roll","message"}} with the first line that does not hold. `sheet`: TOML, or null for the box's own. */
TL_API tl_status tl_verify_dice(const char* record, const char* sheet, tl_text** json);

/* [{"name","kind","loss"}…]: everybody who can take a seat. A "strength" gives away so much of its chances at a decision
 * that matters; a "habit" has no such figure (null). */
TL_API tl_status tl_players(tl_text** json);
/* Requires of choose: `state` is of the game given here, and the seat decides. A strength that has no book yet solves first,
 * which may take minutes and cannot be stopped: tl_solve() before it can. */
TL_API tl_status tl_player_open(const tl_game* game, const char* name, uint64_t seed, tl_player** player);
TL_API tl_status tl_player_choose(tl_player* player, const tl_state* state, int32_t seat, uint32_t* action);

/* ---- Many games at once ------------------------------------------------------------------------------------------- */

/* `count` games side by side, reset with the seeds 0, 1 …. Chance falls inside, from a generator of each game; at a secret
 * turn home is asked first, then away, who sees nothing of home's choice. A game that ends is told and, if the batch goes on,
 * begun anew at once: its next observation is the new game's. In a game without choices every step plays one game to its end,
 * whatever the action.
 * Everything is the same for any number of threads. */
enum { TL_STOP_AT_END = 0, TL_GO_ON = 1 };
TL_API tl_status tl_batch_open(const tl_game* game, size_t count, int32_t at_end, uint32_t threads, tl_batch** batch);

/* The caller's arrays; any of them may be null. */
typedef struct tl_batch_arrays {
    float* observations; /* count x observation size: of the seat to move; zeros where nobody moves */
    uint8_t* masks;      /* count x actions: 1 for legal; zeros where nobody moves */
    float* rewards;      /* count x 2: home's and away's; 0 while a game goes on, then 1, 0 or -1 */
    int8_t* seats;       /* count: the seat to move, TL_NOBODY where nobody moves: the game is over or has no choices */
    uint8_t* ends;       /* count: 1 where the step ended a game */
} tl_batch_arrays;

/* One seed a game; the arrays are filled with the first decisions. */
TL_API tl_status tl_batch_reset(tl_batch* batch, const uint64_t* seeds, size_t count, const tl_batch_arrays* arrays);
/* One action a game; those of games that are over are not looked at, and TL_LEAVE leaves a game where it is: so that one who
 * plays one seat steps only the games that wait for it. An illegal one (TL_REFUSED, tl_last_error names the first) changes no
 * game. */
enum { TL_LEAVE = -1 };
TL_API tl_status tl_batch_step(tl_batch* batch, const int32_t* actions, size_t count, const tl_batch_arrays* arrays);
/* The score of each game, count x 2; of a game begun anew, the new one's. */
TL_API tl_status tl_batch_scores(const tl_batch* batch, int32_t* scores, size_t count);
/* The position in which the last game at each place ended: count x observation size as the seat sees it, and count x 2 scores;
 * either may be null. Rows of places where no game has ended since the reset are left as they are. With TL_GO_ON the other
 * arrays are the new game's by then. */
TL_API tl_status tl_batch_finals(const tl_batch* batch, int32_t seat, float* observations, int32_t* scores, size_t count);
/* One of the games as a position of its own, without history but for home's choice that waits at a secret turn. */
TL_API tl_status tl_batch_state(const tl_batch* batch, size_t index, tl_state** state);

/* ---- The table protocol ------------------------------------------------------------------------------------------- */

/* What `touchline table` speaks: one JSON object in, one out. */
TL_API tl_status tl_protocol_open(tl_protocol** protocol);
TL_API tl_status tl_protocol_answer(tl_protocol* protocol, const char* line, tl_text** answer);

#ifdef __cplusplus
}
#endif

#endif
