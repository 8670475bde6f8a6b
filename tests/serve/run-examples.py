"""Runs all examples of the Python package. Each asserts its numbers."""
import pathlib
import subprocess
import sys

examples = sorted(pathlib.Path(sys.argv[1]).glob("*.py"))
failed = []
for example in examples:
    run = subprocess.run([sys.executable, example], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode != 0 or not run.stdout:
        failed.append(example.name)
        print(f"{example.name}: status {run.returncode}\n{run.stdout}")
print(f"{len(examples)} examples, {len(failed)} failed")
sys.exit(1 if failed or len(examples) < 10 else 0)
