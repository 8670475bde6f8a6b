"""Draws models with events of all kinds, for comparisons of exported programs."""


def number(random, low, high):
    return round(random.uniform(low, high), 3)


def term(random, names, smooth=False):
    """Returns a term of a right-hand side. Names are those of states and variables."""
    a, b = number(random, -1.2, 1.2), number(random, -0.6, 0.6)
    x, y = random.choice(names), random.choice(names)
    terms = [f"{a}*{x}*p", f"{a}*{x}/(1 + {y}^2)", f"{a}*sin({number(random, 0.5, 2)}*{x} + q)", f"{a}*cos(p*t)", f"{a}*tanh({x} - {y})", f"{a}*exp(-{x}^2)*q",
             f"{a}*hypot({x}, q)", f"{a}*atan2({x}, p)", f"{a}*sqrt(1 + {y}^2) + {b}", f"{a}*log(1 + {x}^2)/p"]
    corners = [f"{a}*abs({x} - {b})", f"{a}*max({x}, q*{b})", f"{a}*min({x}, {y} + {b})", f"if(t > {number(random, 1, 4)}*q, {a}, {b}*{x})", f"if({x} > {b}*p, {a}*({x} - {b}*p), 0)",
               f"{a}*sign(t - {number(random, 1, 3)}*p)", f"{b}*floor({number(random, 0.5, 1.5)}*t)", f"{b}*mod(t, {number(random, 0.7, 1.6)})", f"{b}*ceil(p*t)/3",
               f"if(t < {number(random, 1, 3)} and not(p > 1) or {b} > 0, {a}, {b})", f"{b}*round(t)/2"]
    return random.choice(terms if smooth else terms + corners)


def trigger(random, names):
    """Returns the lines of a trigger."""
    x = random.choice(names)
    # Thresholds have digits that sums of rounded numbers do not reach.
    level = f"{number(random, -0.5, 0.5) + 0.0003:.4f}"
    direction = random.choice(["rising", "falling", "both"])
    return random.choice([f"crossing: {x} - {number(random, -0.5, 0.5)}*p - {level}\n    direction: {direction}",
                          f"crossing: sin({number(random, 0.5, 2)}*t*p) - {number(random, 0.1, 0.6)}*q\n    direction: {direction}",
                          f"crossing: {x}*{random.choice(names)} - {level}\n    direction: {direction}",
                          f"every: {number(random, 0.2, 0.6)}*q + {number(random, 0.4, 1)}\n    offset: {number(random, 0.1, 0.5)}*p",
                          f"every: {number(random, 0.5, 1.5)}", f"at: [{number(random, 0.5, 1.5)}*p, {number(random, 1, 2)} + q]", "at: [1, 2]", "every: 0.5", "at: start"])


def action(random, states, names, discrete):
    """Returns the lines of what an event does."""
    x, lines = random.choice(states), []
    if not discrete or random.random() < 0.6:
        lines.append("set: {" + f'"{x}": ' + random.choice([f'"{number(random, -0.8, 0.8)}*{x} + {number(random, -0.5, 0.5)}*p"', f'"{x} + q*{number(random, -0.5, 0.5)}"',
                                                          f'"{number(random, -0.9, 0.9)}*{random.choice(names)}"', f'"-{x}"']) + "}")
    if discrete and (not lines or random.random() < 0.5):
        lines.append("update: {" + random.choice([f'u: "{number(random, -0.8, 0.8)}*u + {number(random, -0.8, 0.8)}*{random.choice(names)}*p"', 'n: "n + 1"',
                                                  'u: "u + 0.1*n", n: "mod(n + 1, 3)"']) + "}")
    if random.random() < 0.25:
        lines.append(f"while: {random.choice(names)} > {number(random, -0.5, 0.5)}")
    return "\n    ".join(lines)


def model(random):
    """Returns the text of a model file."""
    n = random.randint(1, 3)
    scalars = [f"x{k + 1}" for k in range(n)]
    size, discrete = random.choice([0, 0, 2, 3]), random.random() < 0.5
    elements = [f"w[{k + 1}]" for k in range(size)]
    has_variable = random.random() < 0.5
    names = scalars + elements + (["v"] if has_variable else [])
    lines = ["format: 1", "name: R", "time: {start: %g, end: %g}" % (random.choice([0, 0, 1, -1]), number(random, 3, 6)),
             "parameters: {p: %g, q: %g}" % (number(random, 0.5, 1.5), number(random, 0.3, 1.2))]
    if has_variable:
        lines.append(f"variables: {{v: \"{term(random, scalars + elements, True)}\"}}")
    lines.append("states:")
    for name in scalars:
        lines.append(f"  {name}: {{initial: \"{number(random, -1, 1)} + {number(random, -0.3, 0.3)}*p\", derivative: \"-{number(random, 0.2, 1.2)}*{name} + "
                     + " + ".join(term(random, names) for _ in range(random.randint(1, 3))) + (" + 0.5*u" if discrete and name == "x1" else "") + "\"}")
    if size:
        lines.append(f"  w: {{size: {size}, initial: \"{number(random, -0.5, 0.5)}*i\", derivative: \"-{number(random, 0.3, 1)}*w[i] + {term(random, scalars, True)}*i/{size}\"}}")
    if discrete:
        lines.append(f"discrete: {{u: {number(random, -0.5, 0.5)}, n: {{initial: 1}}}}")
    if random.random() < 0.5:
        lines.append(f"outputs: {{y: \"{term(random, names, True)}\"}}")
    events = [f"  e{k}:\n    {trigger(random, names)}\n    {action(random, scalars + elements, names, discrete)}" for k in range(random.randint(0, 3))]
    if random.random() < 0.1:
        events.append(f"  last:\n    crossing: {random.choice(names)} - {number(random, -0.4, 0.4) + 0.0001:.4f}\n    terminate: end")
    return "\n".join(lines + (["events:"] + events if events else [])) + "\n"
