import { type BundlePart, bundlePart } from '../../platform/records/bundle.ts';

/** Exports a student's rides with places, the assigned stops, and the trips that expected the student. */
export const BUS_BUNDLE: readonly BundlePart[] = [
  bundlePart(
    'rides',
    ['bus_events'],
    `SELECT e.at AS date, e.kind AS ride, b.plate AS "busNumberPlate", e.method, e.verified, e.override_reason AS reason, e.latitude,
            e.longitude, e.scanner_serial AS reader, e.received_at AS received, e.recorded_by AS by
     FROM bus_events e JOIN buses b ON b.school_id = e.school_id AND b.id = e.bus_id
     WHERE e.school_id = $1 AND e.student_id = $2 ORDER BY e.at, e.id`,
  ),
  bundlePart(
    'stops',
    ['bus_assignments'],
    `SELECT a.direction, r.name AS route, s.name AS stop FROM bus_assignments a
     JOIN bus_routes r ON r.school_id = a.school_id AND r.id = a.route_id
     JOIN bus_stops s ON s.school_id = a.school_id AND s.route_id = a.route_id AND s.id = a.stop_id
     WHERE a.school_id = $1 AND a.student_id = $2 ORDER BY a.direction`,
  ),
  bundlePart(
    'expectedTrips',
    ['bus_trip_expected'],
    `SELECT t.opened_at AS date, t.direction, b.plate AS "busNumberPlate", e.stop FROM bus_trip_expected e
     JOIN bus_trips t ON t.school_id = e.school_id AND t.id = e.trip_id
     JOIN buses b ON b.school_id = t.school_id AND b.id = t.bus_id
     WHERE e.school_id = $1 AND e.student_id = $2 ORDER BY t.opened_at, t.id`,
  ),
];
