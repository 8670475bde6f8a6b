/* The main function of stepwise-cli under another name. */
#pragma once

int cli_main (int argc, char **argv);
