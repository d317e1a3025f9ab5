create type lead_stage as enum ('new', 'call', 'first-flight', 'won', 'lost');
alter table form_submissions add stage lead_stage not null default 'new';
