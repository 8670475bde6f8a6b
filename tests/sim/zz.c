#include "sim-simulator.h"
#include <stdio.h>
static int n;
static void pr(void*u,const OdeAttempt*a){ n++; if (n>200000) {fflush(stdout); _Exit(0);} if (n>700) printf("t=%.17g h=%.10g err=%g next=%g out=%d clamp=%d\n",a->t,a->h,a->error,a->h_next,a->outcome,a->clamp);}
int main(int c,char**v){GPtrArray*d=model_diagnostics_new();Model*m=model_load_file(v[1],d);ModelInstance in={0};ModelSystem*ms=model_system_new(m,&in,NULL);
SimConfig*k=sim_config_new();sim_config_apply_model(k,m,d);for(int i=2;i+1<c;i+=2)sim_config_set(k,v[i],v[i+1],SIM_ORIGIN_COMMAND_LINE,NULL);
GError*e=NULL;SimSimulator*s=sim_simulator_new(sim_system_from_model(ms),k,&e);if(!s){puts(e->message);return 1;}
SimTape*t=sim_tape_new(1000);sim_tape_set_listener(t,pr,0);sim_simulator_set_tape(s,t);
double te=model_system_t_end(ms);sim_simulator_initialize(s,model_system_t_start(ms),NULL,NULL,te,FALSE);SimStatus st=sim_simulator_advance_to(s,te);printf("%s\n%s\n",st.message,st.advice);}
