"""The table that is printed as it grows, and its JSON."""
import json

BAD = ("DIFFERENT", "FAILED")


class Table:
    def __init__(self):
        self.rows = []
        print(f"{'check':<58} {'result':<10} figures", flush=True)

    def add(self, check, result, text="", **figures):
        """A row: `result` is equal, DIFFERENT, passed, FAILED, measured or skipped; `text` says why, or what."""
        self.rows.append({"check": check, "result": result, **({"text": text} if text else {}), **figures})
        numbers = ", ".join(f"{name.replace('_', ' ')} {value:.4g}" if isinstance(value, float) else f"{name.replace('_', ' ')} {value}"
                            for name, value in figures.items() if not isinstance(value, (dict, list)))
        print(f"{check:<58} {result:<10} {'; '.join(part for part in (numbers, text) if part)}".rstrip(), flush=True)

    @property
    def faults(self):
        return [row for row in self.rows if row["result"] in BAD]

    def write(self, path, machine):
        with open(path, "w") as file:
            json.dump({**machine, "checks": self.rows}, file, indent=1)
            file.write("\n")
