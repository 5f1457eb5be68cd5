// Command compat makes 20 reads and 5 read-write transactions, with a pool of 40 sessions where the
// client still has one, and closes.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"cloud.google.com/go/spanner"
)

const (
	database = "projects/compat/instances/i/databases/d"
	query    = "SELECT 1 AS COL1"
	update   = "UPDATE FOO SET BAR=1 WHERE BAZ=2"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "cloud.google.com/go/spanner" {
			fmt.Println("client:", module.Path, module.Version)
		}
	}
}

func run(ctx context.Context) error {
	config := spanner.ClientConfig{SessionPoolConfig: spanner.DefaultSessionPoolConfig}
	config.SessionPoolConfig.MinOpened = 40
	client, err := spanner.NewClientWithConfig(ctx, database, config)
	if err != nil {
		return err
	}
	defer client.Close()
	for i := 0; i < 20; i++ {
		row, err := read(ctx, client)
		if err != nil {
			return err
		}
		var value int64
		if err := row.Column(0, &value); err != nil {
			return err
		}
		if value != 1 {
			return fmt.Errorf("the query returned %d, not 1", value)
		}
	}
	for i := 0; i < 5; i++ {
		_, err := client.ReadWriteTransaction(ctx,
			func(ctx context.Context, transaction *spanner.ReadWriteTransaction) error {
				count, err := transaction.Update(ctx, spanner.NewStatement(update))
				if err == nil && count != 1 {
					err = fmt.Errorf("the update changed %d rows, not 1", count)
				}
				return err
			})
		if err != nil {
			return err
		}
	}
	return nil
}

func read(ctx context.Context, client *spanner.Client) (*spanner.Row, error) {
	rows := client.Single().Query(ctx, spanner.NewStatement(query))
	defer rows.Stop()
	return rows.Next()
}
