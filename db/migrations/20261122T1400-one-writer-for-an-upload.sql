alter table uploads
  -- What its sender says its bytes are; null when they did not say.
  add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Who adds bytes at this moment, one request of one process; null when nobody does.
  add column writer uuid,
  -- Where each of its files begins: a new one is begun behind a writer that has not let go.
  add column part_starts bigint[] not null default '{0}',
  -- As of the last writer that let go.
  add column bytes_received bigint not null default 0;
