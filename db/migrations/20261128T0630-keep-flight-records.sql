-- Only what people typed or a service answered; what files say is computed when a record is read (docs/decisions/0119).
create table flight_records (
  submission_id uuid primary key references submissions on delete cascade,
  pilot_name text check (length(pilot_name) <= 200),
  certificate text check (length(certificate) <= 50),
  aircraft text check (length(aircraft) <= 200),
  airspace_class text check (airspace_class in ('B', 'C', 'D', 'E', 'G')),
  -- Feet above ground.
  airspace_ceiling integer check (airspace_ceiling >= 0),
  -- The number of the LAANC authorization or waiver.
  authorization_number text check (length(authorization_number) <= 200),
  weather text check (length(weather) <= 500),
  metar text check (length(metar) <= 500),
  notes text check (length(notes) <= 2000),
  updated_at timestamptz not null default now()
);
alter table projects add shows_flight_records boolean not null default false;
-- FAA remote pilot certificate.
alter table profiles add certificate text check (length(certificate) <= 50);
alter table files add aircraft_model text, add aircraft_serial text, add camera_serial text;
