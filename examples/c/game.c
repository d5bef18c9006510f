/* A game between two players of the computer, with home's chance of winning after every score.
 *
 *   cc game.c $(pkg-config --cflags --libs touchline) -o game && ./game 7 */
#include "touchline.h"

#include <stdio.h>
#include <stdlib.h>

/* Every function answers a status; this program ends at the first that is not TL_OK. */
static void done(tl_status status) {
    if (status == TL_OK) return;
    fprintf(stderr, "%s: %s\n", tl_status_name(status), tl_last_error());
    exit(1);
}

int main(int argc, char** argv) {
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    tl_game* game = NULL;
    tl_state* state = NULL;
    tl_dice* dice = NULL;
    tl_player* players[2] = {NULL, NULL};
    tl_turn turn;
    tl_odds_values odds;
    int32_t score[2] = {0, 0};
    int32_t before = 0;

    done(tl_game_open("sports-dice-football", "{\"target\":14}", NULL, &game));
    done(tl_player_open(game, "coach", seed, &players[TL_HOME]));
    done(tl_player_open(game, "random", seed + 1, &players[TL_AWAY]));
    done(tl_state_start(game, &state));
    done(tl_dice_seeded(seed, &dice));

    done(tl_state_turn(state, &turn));
    while (turn.kind != TL_OVER) {
        if (turn.kind == TL_CHANCE) {
            done(tl_state_roll(state, dice));
        } else {
            uint32_t action;
            done(tl_player_choose(players[turn.seat], state, turn.seat, &action));
            done(tl_state_choose(state, turn.seat, action));
        }
        done(tl_state_score(state, score));
        if (score[0] + score[1] != before) {
            before = score[0] + score[1];
            done(tl_odds(state, -1, &odds)); /* with best play from here on */
            printf("%2d-%-2d  home wins %5.1f %%\n", score[0], score[1], 100 * odds.home);
        }
        done(tl_state_turn(state, &turn));
    }
    printf("%s wins\n", turn.winner == TL_HOME ? "home" : "away");

    done(tl_free(dice));
    done(tl_free(state));
    done(tl_free(players[TL_HOME]));
    done(tl_free(players[TL_AWAY]));
    done(tl_free(game));
    return 0;
}
