#include "cli/commands.hpp"

int main(int argc, char** argv) { return touchline::cli::run(argc, argv); }
