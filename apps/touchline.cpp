// The program's entry point; everything it does is in src/cli.
#include "cli/commands.hpp"

int main(int argc, char** argv) { return touchline::cli::run(argc, argv); }
