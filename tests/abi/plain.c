/* touchline.h read and called as C99: that it is C at all, and that structures and constants mean what they say. */
#include "touchline.h"

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "%s: %s\n", what, tl_last_error());
    ++failures;
}

int main(void) {
    tl_game* game = NULL;
    tl_state* state = NULL;
    tl_dice* dice = NULL;
    tl_turn turn;
    uint32_t actions[8];
    size_t count = 0;
    int32_t score[2];
    check(tl_api_version() / 1000 == TL_API_MAJOR, "the version");
    check(sizeof(tl_turn) == 28 && sizeof(tl_odds_values) == 40 && sizeof(tl_advised_action) == 40, "the layout of structures");
    check(tl_game_open("nothing", NULL, NULL, &game) == TL_REFUSED && strcmp(tl_last_code(), "unknown-game") == 0, "a refusal");
    check(tl_game_open("pocket-gridiron", "{\"mode\":\"pro\"}", NULL, &game) == TL_OK, "open");
    check(tl_state_start(game, &state) == TL_OK, "start");
    check(tl_dice_seeded(1, &dice) == TL_OK, "dice");
    check(tl_free(game) == TL_OK, "the position keeps its game");
    while (tl_state_turn(state, &turn) == TL_OK && turn.kind != TL_OVER && failures == 0) {
        if (turn.kind == TL_CHANCE) {
            check(tl_state_roll(state, dice) == TL_OK, "roll");
        } else {
            check(tl_state_legal(state, turn.seat, actions, 8, &count) == TL_OK && count > 1, "legal");
            check(tl_state_play(state, actions[0]) == TL_OK, "play");
        }
    }
    check(tl_state_score(state, score) == TL_OK && (score[0] == score[1]) == (turn.winner == TL_DRAW), "the result");
    check(tl_free(state) == TL_OK && tl_free(dice) == TL_OK && tl_free(dice) == TL_BAD_HANDLE, "free");
    return failures == 0 ? 0 : 1;
}
