/* Marks a text that somebody above may translate where it is shown. This layer itself speaks English and calls nothing for it. */
#pragma once

#define ODE_N_(text) text
