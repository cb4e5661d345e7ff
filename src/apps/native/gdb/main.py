# Runs the program along the plan and says how it ended: the last line is `ravel: reached: …`, `ravel: ended: …` or `ravel: diverged …`.

import atexit
import tempfile

STATUS = {"reached": 1, "ended": 0, "diverged": 3}
UNUSABLE = 2


def is_batch():
    """Whether gdb ends after the script (`gdb -batch`)."""
    with open("/proc/self/cmdline") as f:
        words = f.read().split("\0")
    own = words[: next((i for i, word in enumerate(words) if word.lstrip("-") == "args"), len(words))]
    return any(re.fullmatch("--?batch(-silent)?", word) for word in own)


def prepare():
    """Settings of this session."""
    for setting in ("confirm off", "pagination off", "width 0", "disassembly-flavor att", "print thread-events off", "print inferior-events off",
                    "debuginfod enabled off", "unwindonsignal on"):
        try:
            gdb.execute("set " + setting, to_string=True)
        except gdb.error:  # a setting that this version does not have
            pass
    for signal in ("SIGINT stop nopass", "SIGALRM nostop pass", "SIGPIPE nostop pass", "SIGCHLD nostop pass"):
        gdb.execute("handle " + signal, to_string=True)


def replay(text):
    plan = Plan(text)
    if gdb.current_progspace().filename is None:
        raise gdb.GdbError("ravel: no program is given: run gdb -x SCRIPT --args ./program")
    if plan.input:
        feed(plan.input)
    follower = Follower(plan)
    try:
        follower.follow()
    except Outcome as outcome:
        return outcome, follower
    raise gdb.GdbError("ravel: the run has no outcome")


def feed(data):
    """Gives the process its standard input, in a file that is removed at the end of gdb."""
    file = tempfile.NamedTemporaryFile(prefix="ravel-input-", delete=False)
    file.write(bytes(data))
    file.close()
    atexit.register(lambda: os.path.exists(file.name) and os.remove(file.name))
    gdb.execute("set args %s < %s" % (gdb.parameter("args") or "", file.name))


def told(outcome, plan):
    step = "" if plan.diverged is None else "step %d" % (plan.diverged + 1)
    if outcome.kind == "diverged":
        return "ravel: diverged at %s: %s" % (step or "the end", outcome.text)
    return "ravel: %s: %s%s" % (outcome.kind, outcome.text, " (%s did not come as planned)" % step if step else "")


def main(text):
    prepare()
    try:
        outcome, follower = replay(text)
        line, status = told(outcome, follower.plan), STATUS[outcome.kind]
        follower.process.disconnect()
    except gdb.GdbError as error:
        line, status = str(error), UNUSABLE
    except (gdb.error, RuntimeError) as error:
        line, status = "ravel: gdb cannot follow the plan: %s" % error, UNUSABLE
    finally:
        be_quiet(False)
    if is_batch():
        if gdb.selected_inferior().pid:
            gdb.execute("kill", to_string=True)
        gdb.write("\n%s\n" % line)  # the program may have printed part of a line
        gdb.flush()
        gdb.execute("quit %d" % status)
    if gdb.selected_thread() is not None:
        gdb.execute("frame")
        gdb.write("(only the selected thread runs: set scheduler-locking off lets all run; info threads lists them)\n")
    gdb.write("\n%s\n" % line)  # the program may have printed part of a line
