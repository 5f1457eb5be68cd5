"""Creates a pool of ten sessions, makes 20 reads and 5 read-write transactions, and closes."""

import sys

from google.cloud import spanner

QUERY = "SELECT 1 AS COL1"
UPDATE = "UPDATE FOO SET BAR=1 WHERE BAZ=2"


def update(transaction):
    count = transaction.execute_update(UPDATE)
    if count != 1:
        sys.exit(f"the update changed {count} rows, not 1")


client = spanner.Client(project="compat")
pool = spanner.FixedSizePool(size=10)
database = client.instance("i").database("d", pool=pool)
for _ in range(20):
    with database.snapshot() as snapshot:
        rows = list(snapshot.execute_sql(QUERY))
        if rows != [[1]]:
            sys.exit(f"the query returned {rows}, not [[1]]")
for _ in range(5):
    database.run_in_transaction(update)
pool.clear()
print("client: google-cloud-spanner", spanner.__version__)
