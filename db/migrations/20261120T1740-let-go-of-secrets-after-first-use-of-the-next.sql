-- The overlap of two secrets begins when the new one is first used, not when it is made: the answer
-- that carries it may be lost. Null until then.
alter table auth.rotated_tokens rename column rotated_at to superseded_at;
alter table auth.rotated_tokens alter column superseded_at drop not null;
