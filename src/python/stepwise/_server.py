"""The program stepwise-cli as a process that answers requests (stepwise-serve(5))."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
import threading

from . import _arrays
from ._errors import ServerError, error_of
from ._version import VERSION

PROTOCOL = 1


def _find_program():
    named = os.environ.get("STEPWISE_CLI")
    if named:
        return named
    found = shutil.which("stepwise-cli")
    if found is None:
        raise ServerError("the program stepwise-cli is not on the PATH; install Stepwise, or set the variable STEPWISE_CLI to the path of the program")
    return found


class Answer:
    """An answer: the object `result`, and its arrays by name."""

    def __init__(self, result, arrays):
        self.result = result
        self.arrays = arrays


class Server:
    """A process of stepwise-cli. The functions of the package use one that starts with the first call; a further one is useful for work in several threads.

        with stepwise.Server() as server:
            model = server.load("lorenz")
    """

    def __init__(self, program=None):
        self._program = program or _find_program()
        self._process = None
        self._errors = tempfile.TemporaryFile()
        self._lock = threading.RLock()
        self._last = 0
        self._dropped = []
        self._study_keys = None
        try:
            # In a session of its own, an interrupt from the keyboard reaches this process only, which then cancels the request.
            self._process = subprocess.Popen([self._program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                                             start_new_session=True)
        except OSError as error:
            self._errors.close()
            raise ServerError(f"{self._program} cannot be started: {error.strerror}") from error
        try:
            hello = self.request("hello").result
        except Exception:
            self.close()
            raise
        if hello.get("protocol") != PROTOCOL:
            self.close()
            raise ServerError(f"{self._program} has the protocol {hello.get('protocol')}, and this package (version {VERSION}) needs {PROTOCOL}")
        self.version = hello["version"]
        self.arithmetic = hello["arithmetic"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the process. Models, runs and ensembles of this server cannot be used any more."""
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        process.wait()
        self._errors.close()

    # ---- requests ----

    def _send(self, request):
        try:
            self._process.stdin.write(json.dumps(request, ensure_ascii=False).encode("utf-8") + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise self._ended() from error

    def _ended(self):
        """Returns the exception for a process that has ended."""
        status = self._process.wait()
        self._errors.seek(0)
        words = self._errors.read().decode("utf-8", "replace").strip()
        return ServerError(f"stepwise-cli ended with status {status}" + (f": {words}" if words else ""))

    def _read(self):
        """Returns the next message, and its arrays."""
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._ended()
        message = json.loads(line)
        arrays = {}
        for name, kind, count in message.get("arrays", ()):
            size = count * _arrays.SIZES[kind]
            data = self._process.stdout.read(size)
            if len(data) != size:
                raise self._ended()
            arrays[name] = _arrays.from_bytes(kind, data)
        return message, arrays

    def _finish(self, number):
        """Reads up to the answer of a request that was cancelled."""
        while True:
            message, _ = self._read()
            if message.get("id") == number and ("result" in message or "error" in message):
                return
            if "step" in message:
                self._send({"id": number, "go": False})

    def request(self, call, *, on_step=None, on_progress=None, **keys):
        """Sends a request and returns its Answer. on_step gets each step and its arrays, and ends the run if it returns False. on_progress gets the completed
        fraction, and cancels the request if it returns False. An interrupt from the keyboard cancels the request, too."""
        with self._lock:
            if self._process is None:
                raise ServerError("the server is closed")
            self._last += 1
            number = self._last
            if self._dropped:
                objects, self._dropped = self._dropped, []
                self._send({"id": number, "call": "drop", "objects": objects})
                self._read()
            self._send({"id": number, "call": call, **keys})
            answer = None
            try:
                while True:
                    message, arrays = self._read()
                    if "result" in message:
                        return Answer(message["result"], arrays)
                    if "error" in message:
                        answer = error_of(message["error"]["kind"], message["error"]["message"])
                        raise answer
                    if "step" in message:
                        self._send({"id": number, "go": on_step(message["step"], arrays) is not False})
                    elif on_progress is not None and on_progress(message["progress"]) is False:
                        self._send({"cancel": number})
            except (KeyboardInterrupt, Exception) as error:
                # An exception of a function of the caller, or an interrupt: the request must end before the next one.
                if error is not answer and not isinstance(error, ServerError):
                    self._send({"cancel": number})
                    self._finish(number)
                raise

    def drop(self, number):
        """Frees an object of the program with the next request. It may be called from a destructor."""
        self._dropped.append(number)

    # ---- models and lists ----

    def load(self, model=None, *, text=None, name=None, **changes):
        """Opens a model, as stepwise.load."""
        from ._model import Model, change_keys

        keys = change_keys(changes)
        if model is not None:
            keys["model"] = os.fspath(model)
        if text is not None:
            keys["text"] = text
        if name is not None:
            keys["name"] = name
        return Model(self, self.request("load", **keys))

    def list(self, what):
        """Returns a list of "models", "integrators", "studies", "settings" or "views"."""
        return self.request("list", what=what).result[what]

    def study_keys(self, name):
        """Returns the keys of the options of a study; none if there is no such study."""
        if self._study_keys is None:
            self._study_keys = {study["id"]: [option["key"] for option in study["options"]] for study in self.list("studies")}
        return self._study_keys.get(name, ())


_default = None
_default_lock = threading.Lock()


def default_server():
    """Returns the server of the functions of the package, which starts with the first call."""
    global _default
    with _default_lock:
        if _default is None or _default._process is None or _default._process.poll() is not None:
            _default = Server()
    return _default


@atexit.register
def _close_default():
    if _default is not None:
        _default.close()
