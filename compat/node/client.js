// Creates a pool of 25 sessions, makes 20 reads and 5 read-write transactions, and closes.
'use strict';

const {Spanner} = require('@google-cloud/spanner');
const {version} = require('@google-cloud/spanner/package.json');

const QUERY = 'SELECT 1 AS COL1';
const UPDATE = 'UPDATE FOO SET BAR=1 WHERE BAZ=2';

async function main() {
  const spanner = new Spanner({projectId: 'compat'});
  const database = spanner.instance('i').database('d', {min: 25, max: 100});
  for (let i = 0; i < 20; i++) {
    const [rows] = await database.run(QUERY);
    const value = rows[0].toJSON().COL1;
    if (rows.length !== 1 || value !== 1) {
      throw new Error(`the query returned ${JSON.stringify(rows)}, not 1`);
    }
  }
  for (let i = 0; i < 5; i++) {
    await database.runTransactionAsync(async transaction => {
      const [count] = await transaction.runUpdate(UPDATE);
      if (count !== 1) {
        throw new Error(`the update changed ${count} rows, not 1`);
      }
      await transaction.commit();
    });
  }
  await database.close();
  spanner.close();
  console.log('client: @google-cloud/spanner', version);
}

main().then(
  () => process.exit(0),
  error => {
    console.error(error);
    process.exit(1);
  }
);
