/* Files of data/code, and the license, as texts: what programs in C have in common. make-texts.py writes them into the program. */
#pragma once

extern const char model_code_text_sizes[];
extern const char model_code_text_step[];
extern const char model_code_text_step_stiff[];
extern const char model_code_text_events[];
extern const char model_code_text_core[];
extern const char model_code_text_fmi[];
extern const char model_code_text_fmi2_types[];
extern const char model_code_text_fmi2[];
extern const char model_code_text_fmi3_types[];
extern const char model_code_text_fmi3[];
extern const char model_code_text_license[];
