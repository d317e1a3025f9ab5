-- How often something was tried in a window of time: one count for all processes, which a restart does
-- not forget. The columns are those that the package rate-limiter-flexible expects, in this order.
create table auth.attempts (
  -- What is limited, and a keyed hash of whom it is counted for.
  key text primary key,
  points integer not null,
  -- End of the window in milliseconds since 1970, by the clock of the process that began it.
  expire bigint not null
);
create index attempts_expire on auth.attempts (expire);
