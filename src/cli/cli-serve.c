/* The command serve: answers requests of a script on standard input and output until the input ends. */
#include "cli-commands.h"

#include <signal.h>
#include <unistd.h>

#include "serve.h"

int
cli_serve (const CliArguments *arguments)
{
  signal (SIGPIPE, SIG_IGN); /* a script that has ended is then an ordinary write error */
  if (serve_loop (STDIN_FILENO, STDOUT_FILENO))
    return CLI_OK;
  cli_error ("an answer could not be written");
  return CLI_FILE;
}
