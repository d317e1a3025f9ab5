-- When to ask the weather and airspace services next; null after they answered.
alter table flight_records
  add created_at timestamptz not null default now(),
  add look_up_at timestamptz default now();
