"""A PostgreSQL of the test's own: in a temporary folder, on a socket there, ended with the test."""
import os
import pathlib
import pwd
import shutil
import subprocess
import time


class OwnPostgres:
    def __init__(self, folder, durable=False):
        self.folder, self.process = folder / "postgres", None
        self.bin = max(pathlib.Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name)) / "bin"
        # It refuses to run as root: then it is the package's own user.
        self.user = "postgres" if os.geteuid() == 0 else None
        self.folder.mkdir()
        if self.user:
            folder.chmod(0o711)
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "touchline", "-E", "UTF8", "--no-sync")
        self.settings = [] if durable else ["-c", "fsync=off"]
        self.start()
        self._run("createdb", "-h", self.folder, "-U", "touchline", "touchline")
        self.url = f"postgresql://touchline@/touchline?host={self.folder}"

    def _arguments(self):
        entry = pwd.getpwnam(self.user) if self.user else None
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": [entry.pw_gid], "cwd": self.folder} if entry else {}

    def _run(self, program, *arguments):
        subprocess.run([self.bin / program, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, **self._arguments())

    def start(self):
        with open(self.folder.parent / "postgres.log", "ab") as log:
            self.process = subprocess.Popen([self.bin / "postgres", "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses=",
                                             "-c", "max_connections=200", *self.settings], stdout=log, stderr=log, **self._arguments())
        until = time.monotonic() + 60
        while subprocess.run([self.bin / "pg_isready", "-q", "-h", self.folder], check=False).returncode != 0:
            if time.monotonic() > until: raise SystemExit("PostgreSQL does not answer")
            time.sleep(0.05)

    def sql(self, text):
        self._run("psql", "-q", "-h", self.folder, "-U", "touchline", "-d", "touchline", "-c", text)

    def end(self):
        self.process.send_signal(subprocess.signal.SIGINT)
        self.process.wait()
